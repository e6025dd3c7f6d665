import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

import { withoutBrackets } from '../../lib/loopback.ts'
import { wallNow } from '../../time/clock.ts'

const dayMs = 86_400_000

/** Days that a certificate is valid: clients of Apple take none that is valid for longer. */
const validDays = 397

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const commonName = '2.5.4.3'

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
  const subject = nameOf(name)
  const spki = toSpki(publicKey)
  const keyId = idOf(spki)
  const nowMs = wallNow()
  const put = (tbs: Partial<TBSCertificate>): string =>
    toPem('CERTIFICATE', signed(new TBSCertificate({ ...tbs, ...common(), issuer: subject }), privateKey))
  return {
    ca: put({
      subject,
      subjectPublicKeyInfo: spki,
      validity: validFor(nowMs - dayMs, validDays + 2),
      extensions: new Extensions([
        extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
        extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign), true),
        extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId)),
      ]),
    }),
    issue: ({ names, isExpired = false }) => {
      const own = drawKeys()
      const cert = put({
        subject: nameOf('cloudsec-fake'),
        subjectPublicKeyInfo: toSpki(own.publicKey),
        validity: isExpired ? validFor(nowMs - 2 * dayMs, 1) : validFor(nowMs - dayMs, validDays),
        extensions: new Extensions([
          extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
          extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
          extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
          extension(id_ce_subjectAltName, new SubjectAlternativeName(names.map(toGeneralName))),
          extension(
            id_ce_authorityKeyIdentifier,
            new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyId) }),
          ),
        ]),
      })
      return { cert, key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    },
  }
}

const drawKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

function common(): Pick<TBSCertificate, 'version' | 'serialNumber' | 'signature'> {
  const serial = randomBytes(16)
  // A serial number is positive, and has no zero byte before its first bit.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  return { version: Version.v3, serialNumber: bytesOf(serial), signature: algorithm() }
}

const algorithm = (): AlgorithmIdentifier => new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 })

function signed(tbsCertificate: TBSCertificate, key: KeyObject): ArrayBuffer {
  const signatureValue = bytesOf(sign('sha256', new Uint8Array(AsnConvert.serialize(tbsCertificate)), key))
  return AsnConvert.serialize(new Certificate({ tbsCertificate, signatureAlgorithm: algorithm(), signatureValue }))
}

function toSpki(key: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo)
}

/** The id of a key (RFC 5280, section 4.2.1.2). */
const idOf = ({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer =>
  bytesOf(hash('sha1', new Uint8Array(subjectPublicKey), 'buffer'))

function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonName, value })])])
}

function toGeneralName(name: string): GeneralName {
  if (isIP(name) === 0) return new GeneralName({ dNSName: name })
  return new GeneralName({ iPAddress: isIP(name) === 4 ? name : inHex(name) })
}

/** An address of IPv6 without the decimal form that its end may have, and without its zone. */
const inHex = (address: string): string => withoutBrackets(new URL(`http://[${address.replace(/%.*/, '')}]`).hostname)

function validFor(fromMs: number, days: number): Validity {
  return new Validity({ notBefore: new Date(fromMs), notAfter: new Date(fromMs + days * dayMs) })
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

const bytesOf = (buffer: Uint8Array): ArrayBuffer => new Uint8Array(buffer).buffer

function toPem(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?!$)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
