// Renders the pages of docs/ for `/docs` of a fake: `npm run site [FOLDER]`. It runs in the build, so that the
// program needs no Markdown parser.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import GithubSlugger from 'github-slugger'
import { Marked, type Tokens } from 'marked'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A search result: a heading of a page. */
interface Entry {
  readonly page: string
  readonly heading: string
  readonly href: string
}

interface Rendered {
  /** The last part of its URL; empty for the list of all pages. */
  readonly name: string
  readonly title: string
  readonly html: string
  readonly headings: readonly Entry[]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The relative URL of a page; `./` for the list of all pages. */
const addressOf = (name: string): string => name || './'

const nameOf = (file: string): string => file.replace(/\.md$/, '').replace('README', '')

/** Converts a link for the site. A file outside `docs/` is only in the package, so its path replaces the link. */
function linkTo(href: string, text: string): string {
  const [path = '', anchor] = href.split('#')
  if (path === '' || href.startsWith('https://')) return `<a href="${escaped(href)}">${text}</a>`
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (/^[\w-]+\.md$/.test(path)) return `<a href="${addressOf(nameOf(path))}${hash}">${text}</a>`
  const inPackage = posix.join('docs', path)
  return text.includes(inPackage) ? text : `${text} (<code>${inPackage}</code> of the package)`
}

/** Renders a page without comments and pictures. @throws Error for other HTML */
function render(file: string): Rendered {
  const name = nameOf(file)
  const slugger = new GithubSlugger()
  const headings: { heading: string; href: string }[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const heading = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = slugger.slug(heading)
        headings.push({ heading, href: depth === 1 ? addressOf(name) : `${addressOf(name)}#${id}` })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return linkTo(href, this.parser.parseInline(tokens))
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        if (/^(?:<!--|<picture>)/.test(text)) return ''
        throw new Error(`docs/${file}: ${text.trim()}: expected Markdown, a comment or a picture`)
      },
    },
  })
  const html = marked
    .parse(readFileSync(join(root, 'docs', file), 'utf8'), { async: false })
    // Wide tables and code scroll, also with the keyboard.
    .replaceAll('<table>', '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<div class="block"><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>')
  const title = headings[0]?.heading ?? name
  return { name, title, html, headings: headings.map((heading) => ({ page: title, ...heading })) }
}

const linked = ({ name, title }: Rendered, { name: open }: Rendered): string =>
  `<li><a href="${addressOf(name)}"${name === open ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`

const index = readFileSync(join(root, 'docs/README.md'), 'utf8')

/** The tasks listed in a text, each with the name of its page. */
const tasksIn = (text: string): readonly (readonly [task: string, name: string])[] =>
  [...text.matchAll(/^- (.+): \[.+\]\(([\w-]+)\.md\)$/gm)].map(([, task = '', name = '']) => [task, name])

/** Links to all pages, by group. */
function navigation(pages: readonly Rendered[], open: Rendered): string {
  const [, ...groups] = index.split(/^## /m)
  return groups
    .map((group) => {
      const links = tasksIn(group)
        .flatMap(([, name]) => pages.filter((page) => page.name === name))
        .map((page) => linked(page, open))
      const title = group.split('\n', 1)[0] ?? ''
      return `<p aria-hidden="true">${title}</p><ul aria-label="${title}">${links.join('')}</ul>`
    })
    .join('')
}

function document(pages: readonly Rendered[], open: Rendered): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(open.title)} · cloudsec-fake</title>
<link rel="stylesheet" href="docs.css">
<script type="module" src="docs.js"></script>
</head>
<body>
<a class="button primary skip" href="#main">Skip to content</a>
<header><a href="./">All pages</a><a href="../">Dashboard</a>
<search hidden><input id="search" type="search" aria-label="Search titles and headings" placeholder="Search" autocomplete="off"><div id="found" hidden></div></search>
</header>
<main id="main" tabindex="-1">
${open.html}</main>
${open.name === '' ? '' : `<nav aria-label="Pages">${navigation(pages, open)}</nav>`}
</body>
</html>
`
}

/** Builds the script and styles of the pages, by file name. */
async function assets(): Promise<readonly (readonly [string, string])[]> {
  const source = join(root, 'dashboard/src/docs')
  const built = await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(source, 'docs.ts'),
        output: { entryFileNames: '[name].js', assetFileNames: '[name].[ext]' },
      },
    },
  })
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  return files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)])
}

const pages = readdirSync(join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map(render)
const entries = pages.flatMap(({ name, title, headings }) => {
  const tasks = tasksIn(index).flatMap(([task, of]) =>
    of === name ? [{ page: title, heading: task, href: name }] : [],
  )
  return name === '' ? [] : [...tasks, ...headings]
})
const files = [
  ...pages.map((page) => [page.name, document(pages, page)]),
  ...(await assets()),
  ['search.json', JSON.stringify(entries)],
]
const folder = process.argv[2] ?? join(root, 'dist/docs')
mkdirSync(folder, { recursive: true })
// Compressed, because only the fake reads these texts.
writeFileSync(join(folder, 'pages.json.gz'), gzipSync(JSON.stringify(Object.fromEntries(files)), { level: 9 }))
