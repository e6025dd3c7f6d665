import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

import { type RecordedExchange, toRecordedExchange } from '../resolve/recorded-exchange.ts'

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/**
 * The answers of an incomplete capture, one line each. They are not masked, so they are encrypted with the API key:
 * whoever can decrypt the file could read the service anyway.
 */
export class ProgressFile {
  readonly #file: string
  readonly #key: Buffer
  readonly #answers = new Map<string, RecordedExchange>()

  /** Reads the answers of an earlier run. @throws Error for a file of another key or service */
  constructor(file: string, secret: string, service: string) {
    this.#file = file
    mkdirSync(dirname(file), { recursive: true })
    this.#key = Buffer.from(hkdfSync('sha256', secret, service, 'cloudsec-fake capture', 32))
    if (!existsSync(file)) return
    const content = readFileSync(file, 'utf8')
    const whole = content.slice(0, content.lastIndexOf('\n') + 1)
    // A killed run leaves an incomplete last line.
    if (whole !== content) truncateSync(file, whole.length)
    for (const line of whole.split('\n').slice(0, -1)) {
      const entry = this.#open(line)
      if (entry === undefined)
        throw new Error(`${file}: was begun with another key or service; delete it to start over`)
      const [name, raw] = entry
      this.#answers.set(name, toRecordedExchange(raw))
    }
  }

  get size(): number {
    return this.#answers.size
  }

  get(name: string): RecordedExchange | undefined {
    return this.#answers.get(name)
  }

  add(name: string, seen: RecordedExchange): void {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, this.#key, iv)
    const text = Buffer.concat([cipher.update(JSON.stringify([name, rawOf(seen)])), cipher.final()])
    const line = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
    appendFileSync(this.#file, `${line}\n`, { mode: 0o600 })
  }

  remove(): void {
    rmSync(this.#file, { force: true })
  }

  #open(line: string): Entry | undefined {
    const sealed = Buffer.from(line, 'base64')
    try {
      const decipher = createDecipheriv(algorithm, this.#key, sealed.subarray(0, ivBytes))
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      return JSON.parse(
        decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8'),
      )
    } catch {
      return undefined
    }
  }
}

type Entry = readonly [name: string, raw: Parameters<typeof toRecordedExchange>[0]]

/** The fields from which an exchange is rebuilt. */
function rawOf(seen: RecordedExchange): object {
  const { json: _json, record: _record, items: _items, page: _page, ...raw } = seen
  return raw
}
