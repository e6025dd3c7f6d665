import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

import { wallNow } from '../../time/clock.ts'
import { dayMs } from '../../time/duration.ts'

/** How many days a certificate is valid: Apple's clients reject a longer validity. */
const validDays = 397

/** The object identifiers that a certificate names, in DER without tag and length. */
const oids = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  subjectKeyIdentifier: '551d0e',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  authorityKeyIdentifier: '551d23',
  extKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
} as const

/** A certificate with its key, in PEM. */
export interface Issued {
  readonly cert: string
  readonly key: string
}

/** Creates a certificate authority in memory. Its key lives as long as `issue`. @param name its common name */
export function createAuthority(name: string) {
  const { publicKey, privateKey } = drawKeys()
  const nowMs = wallNow()
  /** The id of a key (RFC 5280, section 4.2.1.2): the hash of its point, which ends its DER. */
  const keyId = hash('sha1', toSpki(publicKey).subarray(-65), 'buffer')
  // It begins a day ago, for clocks that are slow.
  const validity = sequence(toTime(nowMs - dayMs), toTime(nowMs + (validDays - 1) * dayMs))
  const put = (subject: string, key: KeyObject, extensions: Buffer): string => {
    // A serial number is positive, and has no zero byte before its first bit.
    const head = [der(0xa0, der(0x02, [2])), der(0x02, [0x40], randomBytes(15)), algorithm]
    const body = sequence(...head, nameOf(name), validity, nameOf(subject), toSpki(key), der(0xa3, extensions))
    const bytes = sequence(body, algorithm, der(0x03, [0], sign('sha256', body, privateKey)))
    const lines = bytes.toString('base64').replaceAll(/.{64}(?!$)/g, '$&\n')
    return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
  }
  const authority = sequence(
    // An authority (true) that signs no other authority (0); bit 5 of the usage allows signing certificates.
    extension('basicConstraints', sequence(der(0x01, [0xff]), der(0x02, [0])), critical),
    extension('keyUsage', der(0x03, [2, 0b0000_0100]), critical),
    extension('subjectKeyIdentifier', der(0x04, keyId)),
  )
  return {
    ca: put(name, publicKey, authority),
    /** Issues the certificate of a server, with a new key. */
    issue: (names: readonly string[]): Issued => {
      const own = drawKeys()
      const server = sequence(
        extension('basicConstraints', sequence(), critical),
        // Bit 0 allows digital signatures.
        extension('keyUsage', der(0x03, [7, 0b1000_0000]), critical),
        extension('extKeyUsage', sequence(oid('serverAuth'))),
        extension('subjectAltName', sequence(...names.map(toGeneralName))),
        extension('authorityKeyIdentifier', sequence(der(0x80, keyId))),
      )
      const cert = put('cloudsec-fake', own.publicKey, server)
      return { cert, key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    },
  }
}

/** A value in DER (X.690): tag, length, content. */
function der(tag: number, ...content: readonly (Uint8Array | readonly number[])[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Uint8Array.from(part)))
  const { length } = bytes
  const size = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Uint8Array.from([tag, ...size]), bytes])
}

const sequence = (...content: readonly Buffer[]): Buffer => der(0x30, ...content)
const oid = (name: keyof typeof oids): Buffer => der(0x06, Buffer.from(oids[name], 'hex'))
const algorithm = sequence(oid('ecdsaWithSha256'))
const critical = der(0x01, [0xff])
const extension = (name: keyof typeof oids, value: Buffer, ...flags: readonly Buffer[]): Buffer =>
  sequence(oid(name), ...flags, der(0x04, value))

const drawKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const toSpki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(oid('commonName'), der(0x0c, Buffer.from(text)))))

/** A name or an address. */
function toGeneralName(name: string): Buffer {
  if (isIP(name) === 0) return der(0x82, Buffer.from(name))
  return der(0x87, isIP(name) === 4 ? name.split('.').map(Number) : toBytes(name))
}

/** The 16 bytes of an IPv6 address. A parsed URL has it in one form, without dots. */
function toBytes(address: string): Buffer {
  const parts = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head = '', tail = ''] = parts.map((part) => part.replaceAll(/(\w+):?/g, (_, one) => one.padStart(4, '0')))
  return Buffer.from(head + tail.padStart(32 - head.length, '0'), 'hex')
}

/** An instant as UTCTime, which certificates use before 2050: with a two-digit year. */
const toTime = (atMs: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(atMs).toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`))
