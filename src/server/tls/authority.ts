import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

import { withoutBrackets } from '../../lib/loopback.ts'
import { wallNow } from '../../time/clock.ts'

const dayMs = 86_400_000

/** Days that a certificate is valid: clients of Apple take none that is valid for longer. */
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

/** A certificate with its key, in PEM, as Node's server takes them. */
export interface Issued {
  readonly cert: string
  readonly key: string
}

/** The certificate of a server, before it is signed. */
export interface Wanted {
  /** Names and addresses of the server. */
  readonly names: readonly string[]
  /** True for one that expired a day ago. */
  readonly isExpired?: boolean
}

/** A certificate authority that exists in memory only. */
export interface Authority {
  /** Its certificate in PEM, for clients to trust. */
  readonly ca: string
  /** Signs the certificate of a server, with a key of its own. */
  readonly issue: (wanted: Wanted) => Issued
}

/** Makes an authority. Its key lives as long as `issue` is held. @param name its common name */
export function createAuthority(name: string): Authority {
  const { publicKey, privateKey } = drawKeys()
  const nowMs = wallNow()
  const keyId = idOf(publicKey)
  const put = (subject: string, key: KeyObject, validity: Buffer, extensions: readonly Buffer[]): string => {
    const body = sequence(
      der(0xa0, der(0x02, [2])),
      der(0x02, drawSerial()),
      algorithm,
      nameOf(name),
      validity,
      nameOf(subject),
      toSpki(key),
      der(0xa3, sequence(...extensions)),
    )
    return toPem('CERTIFICATE', sequence(body, algorithm, der(0x03, [0], sign('sha256', body, privateKey))))
  }
  return {
    ca: put(name, publicKey, validFor(nowMs - dayMs, validDays + 2), [
      // An authority (true) that signs no other one (0); bit 5 of the usage is to sign certificates.
      critical('basicConstraints', sequence(der(0x01, [0xff]), der(0x02, [0]))),
      critical('keyUsage', der(0x03, [2, 0b0000_0100])),
      extension('subjectKeyIdentifier', der(0x04, keyId)),
    ]),
    issue: ({ names, isExpired = false }) => {
      const own = drawKeys()
      const validity = isExpired ? validFor(nowMs - 2 * dayMs, 1) : validFor(nowMs - dayMs, validDays)
      const cert = put('cloudsec-fake', own.publicKey, validity, [
        critical('basicConstraints', sequence()),
        // Bit 0 is to sign.
        critical('keyUsage', der(0x03, [7, 0b1000_0000])),
        extension('extKeyUsage', sequence(oid('serverAuth'))),
        extension('subjectAltName', sequence(...names.map(toGeneralName))),
        extension('authorityKeyIdentifier', sequence(der(0x80, keyId))),
      ])
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
const extension = (name: keyof typeof oids, value: Buffer): Buffer => sequence(oid(name), der(0x04, value))
const critical = (name: keyof typeof oids, value: Buffer): Buffer =>
  sequence(oid(name), der(0x01, [0xff]), der(0x04, value))

const drawKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const toSpki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

/** The id of a key (RFC 5280, section 4.2.1.2): the hash of its point, which ends its DER. */
const idOf = (key: KeyObject): Buffer => hash('sha1', toSpki(key).subarray(-65), 'buffer')

function drawSerial(): Buffer {
  const serial = randomBytes(16)
  // A serial number is positive, and has no zero byte before its first bit.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  return serial
}

const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(oid('commonName'), der(0x0c, Buffer.from(text)))))

function toGeneralName(name: string): Buffer {
  if (isIP(name) === 0) return der(0x82, Buffer.from(name))
  return der(0x87, isIP(name) === 4 ? name.split('.').map(Number) : toBytes(name))
}

/** The bytes of an address of IPv6, without its zone. */
function toBytes(address: string): Buffer {
  // A URL writes all of it in hexadecimal groups.
  const [start = [], end = []] = withoutBrackets(new URL(`http://[${address.replace(/%.*/, '')}]`).hostname)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '')
  return Buffer.from([...start, ...zeros, ...end].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function validFor(fromMs: number, days: number): Buffer {
  return sequence(toTime(new Date(fromMs)), toTime(new Date(fromMs + days * dayMs)))
}

/** An instant as certificates have it: with two digits of the year before 2050. */
function toTime(instant: Date): Buffer {
  const digits = `${instant.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`
  return instant.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').replaceAll(/.{64}(?!$)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
