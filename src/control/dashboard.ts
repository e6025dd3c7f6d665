import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

import type { Answer, AnswerHeaders } from '../http/answer.ts'
import { lazily } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'
import { mailStyle } from '../notifications/transport/compose-mail.ts'

const folder = inPackage('dist/dashboard')

const types: AnswerHeaders = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The page runs its own files alone, asks its own origin alone, and stands in no other page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // An e-mail is shown in a frame, which inherits the policy.
  `style-src 'self' 'unsafe-hashes' 'sha256-${hash('sha256', mailStyle, 'base64')}'`,
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

/** The answers of the dashboard by the path that is asked for; undefined where it was not built. */
export function readDashboard(): ReadonlyMap<string, Answer> | undefined {
  return existsSync(`${folder}/index.html`) ? readAll() : undefined
}

const readAll = lazily((): ReadonlyMap<string, Answer> => {
  const assets = readdirSync(`${folder}/_dashboard`).map((name) => `/_dashboard/${name}`)
  return new Map([
    ['/', read('/index.html', { 'Cache-Control': 'no-store', Vary: 'Accept' })],
    // Their names change with their content.
    ...assets.map((path) => [path, read(path, { 'Cache-Control': 'public, max-age=31536000, immutable' })] as const),
  ])
})

function read(path: string, headers: AnswerHeaders): Answer {
  const type = types[extname(path)] ?? 'application/octet-stream'
  return {
    status: 200,
    headers: { 'Content-Type': type, ...headers, ...protection },
    body: readFileSync(folder + path),
  }
}
