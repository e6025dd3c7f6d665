import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the project, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A fenced block of a page. */
export interface Block {
  readonly language: string
  readonly code: string
  /** The heading above it. */
  readonly heading: string
  /** No text separates it from the block before. */
  readonly followsBlock: boolean
}

/** A document for users. */
export interface Page {
  /** Relative to the root (`docs/failures.md`). */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm

function readPage(path: string): Page {
  const text = readFileSync(root + path, 'utf8')
  let end = -1
  const blocks = [...text.matchAll(fence)].map(({ 0: whole, 1: language = '', 2: code = '', index }) => {
    const followsBlock = end >= 0 && text.slice(end, index).trim() === ''
    end = index + whole.length
    const heading = /^#+ (.+)$/gm
    const above = [...withoutBlocks(text.slice(0, index)).matchAll(heading)].at(-1)?.[1] ?? ''
    return { language, code, heading: above, followsBlock }
  })
  return { path, text, blocks }
}

/** The text of a page without its fenced blocks. */
export function withoutBlocks(text: string): string {
  return text.replaceAll(fence, '')
}

/** The anchors of the headings of a page, as GitHub makes them. */
export function anchorsOf(text: string): readonly string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The README and every page of `docs/`. */
export const pages: readonly Page[] = [
  'README.md',
  ...readdirSync(`${root}docs`)
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
].map(readPage)

/** What an agent reads in place of the pages. */
export const skill = readPage('skills/cloudsec-fake/SKILL.md')

/** @throws Error if there is no such page */
export function page(path: string): Page {
  const found = pages.find((candidate) => candidate.path === path)
  if (found === undefined) throw new Error(`${path}: no such page`)
  return found
}

/** The text below a heading of a page, up to the next heading of its level or above. */
export function section({ path, text }: Page, heading: string): string {
  const [, marks = '', below] = new RegExp(`^(#+) ${heading}\\n([\\s\\S]*)`, 'm').exec(text) ?? []
  if (below === undefined) throw new Error(`${path}: no heading "${heading}"`)
  return below.split(new RegExp(`^#{1,${marks.length}} `, 'm'))[0] ?? ''
}

/** The rows of the tables in a text, cell by cell, without their headings. */
export function rowsOf(text: string): string[][] {
  const tables = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trim().split('\n').slice(2))
  return tables.flat().map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The items of the lists in a text: what stands before the first colon, and what follows it. */
export function itemsOf(text: string): string[][] {
  return [...text.matchAll(/^- .*\n(?: {2}.*\n)*/gm)].map(([item]) => {
    const [name = '', ...rest] = inWords(item.slice(2)).split(': ')
    return [name, rest.join(': ')]
  })
}

/** The inline code of a text. */
export function inCode(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/** A text with one space between its words. */
export function inWords(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
