import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { originOf } from '../http/address.ts'
import { toResponse, uncached } from '../http/answer.ts'
import type { Address, Answer, AnswerHeaders } from '../http/types.ts'
import { lazily } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'
import { version } from '../lib/version.ts'
import { urlsOf } from './path.ts'
import { problems } from './problem.ts'

const folder = inPackage('dist/dashboard')
const docsFile = inPackage('dist/docs/pages.json.gz')

const types: AnswerHeaders = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The dashboard runs only its own files, calls only its own origin, and cannot be framed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const protection: AnswerHeaders = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const readDashboard = lazily((): ReadonlyMap<string, Answer> => {
  const assets = readdirSync(`${folder}/_dashboard`).map((name) => `/_dashboard/${name.replace(/\.gz$/, '')}`)
  return new Map(['/', ...assets].map((path) => [path, readFile(path)]))
})

function readFile(path: string): Answer {
  const isPage = path === '/'
  const body = isPage ? readFileSync(`${folder}/index.html`) : gunzipSync(readFileSync(`${folder}${path}.gz`))
  // The names of other files change with their content.
  const kept = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  const caching = isPage ? { 'Cache-Control': 'no-store', Vary: 'Accept' } : kept
  const type = types[isPage ? '.html' : extname(path)] ?? 'application/octet-stream'
  return { status: 200, headers: { 'Content-Type': type, ...caching, ...protection }, body }
}

/**
 * Serves the dashboard to a browser, a few lines of text to other clients, and the documents, also as Markdown.
 * @returns undefined for another path
 */
export function pageAt(request: Request, address: Address): Response | undefined {
  const { path, query } = address
  if (path === '/docs') return withSlash(request.url, query)
  return /^\/(?:docs|llms|skills)/.test(path) ? toDocument(path) : dashboardAt(request, address)
}

const readDocs = lazily(
  (): ReadonlyMap<string, string> => new Map(Object.entries(JSON.parse(gunzipSync(readFileSync(docsFile)).toString()))),
)

/** The files of the package that are served unchanged. */
const asIs = /^\/(?:docs\/llms\.txt|docs\/[\w-]+\.md|skills\/cloudsec-fake\/SKILL\.md)$/

/** The text of a page, of a file that it loads, or of a document; undefined if there is none. */
function documentAt(path: string): string | undefined {
  // The links of the list are relative to `docs/`.
  if (path === '/llms.txt') return documentAt('/docs/llms.txt')?.replaceAll('](', '](docs/').replace('docs/../', '')
  if (asIs.test(path) && existsSync(inPackage(`.${path}`))) return readFileSync(inPackage(`.${path}`), 'utf8')
  return existsSync(docsFile) ? readDocs().get(path.replace('/docs/', '')) : undefined
}

function toDocument(path: string): Response {
  const text = documentAt(path)
  const headers = { ...uncached, ...protection }
  if (text !== undefined)
    return new Response(text, { headers: { 'Content-Type': types[extname(path) || '.html'] ?? '', ...headers } })
  const isBuilt = existsSync(docsFile)
  const missing = isBuilt ? `${path}: no such page. /docs/ lists all` : '`npm run build` makes the pages of /docs'
  return new Response(`${missing}\n`, { status: problems.unknown.status, headers })
}

function dashboardAt(request: Request, address: Address): Response | undefined {
  const { url, headers } = request
  const { path, prefix, sandbox, query } = address
  if (path === '/favicon.ico' && sandbox === undefined) return new Response(null, { status: 204 })
  const isForBrowser = path !== '/' || headers.get('Accept')?.includes('text/html') === true
  const file = isForBrowser && existsSync(`${folder}/index.html`) ? readDashboard().get(path) : undefined
  if (path !== '/') return file && toResponse(file)
  return file === undefined ? frontPage(originOf(request) + prefix) : (withSlash(url, query) ?? toResponse(file))
}

/** It shows no key, because anybody who reaches the port can read it. @param url of the fake, with the prefix of the sandbox */
function frontPage(url: string): Response {
  const { baseUrl, controlUrl } = urlsOf(url)
  const text = `cloudsec-fake ${version}\nAPI ${baseUrl}\nControl plane ${controlUrl}\nDocuments ${url}/llms.txt\n`
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', Vary: 'Accept', ...uncached } })
}

/** Redirects to the address with a trailing slash, which the relative links of the page need; undefined if it has one. */
function withSlash(url: string, query: string): Response | undefined {
  const [path = ''] = url.split(/[?#]/, 1)
  const last = path.slice(path.lastIndexOf('/') + 1)
  // A proxy may serve the fake below a path of its own.
  const Location = `./${last}/${query && `?${query}`}`
  return last === ''
    ? undefined
    : new Response(null, { status: 302, headers: { Location, Vary: 'Accept', ...uncached } })
}
