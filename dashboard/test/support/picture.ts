import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'

import { expect } from './browser.ts'

const folder = fileURLToPath(new URL('../../../docs/images', import.meta.url))

/** Takes a picture of the open page, and checks that it shows something. With PICTURES=1, it becomes `docs/images/NAME.webp`. */
export async function picture(page: Page, name: string): Promise<void> {
  const bytes = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const { width, colours, webp } = await page.evaluate(convert, bytes.toString('base64'))
  expect(width, name).toBe(page.viewportSize()?.width)
  expect(colours, `colours of ${name}`).toBeGreaterThan(8)
  if (process.env['PICTURES'] !== '1') return
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${name}.webp`, Buffer.from(webp, 'base64'))
}

interface Converted {
  readonly width: number
  readonly colours: number
  /** In base64: a third of the bytes of the PNG. */
  readonly webp: string
}

/** Runs in the page, since a browser can read and write pictures. */
async function convert(base64: string): Promise<Converted> {
  const png = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([png]))
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const { data } = context?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() }
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.4 })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const webp = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return { width, colours: new Set(new Uint32Array(data.buffer)).size, webp }
}
