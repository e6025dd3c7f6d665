import { createHash } from 'node:crypto'

/** The password that Java's tools expect. It keeps nothing secret: it is part of the check sum. */
const password = 'changeit'

/**
 * Writes a trust store in the format JKS, which every version of Java reads, and without a password too.
 * Each certificate has an alias, an instant and its type.
 * @param certificates in DER
 */
export function toJavaTrustStore(certificates: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([
    Buffer.from([0xfe, 0xed, 0xfe, 0xed]),
    uint32(2),
    uint32(certificates.length),
    ...certificates.flatMap((certificate, i) => [
      uint32(2),
      utf(`ca-${i}`),
      Buffer.alloc(8),
      utf('X.509'),
      uint32(certificate.length),
      certificate,
    ]),
  ])
  const secret = Buffer.from(password, 'utf16le').swap16()
  return Buffer.concat([body, createHash('sha1').update(secret).update('Mighty Aphrodite').update(body).digest()])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A short text of ASCII after its length. */
function utf(text: string): Buffer {
  return Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)])
}
