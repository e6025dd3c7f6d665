import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'

import { run } from '../support/consumer.ts'
import { hasCurl, hasJava, hasPython } from './support/programs.ts'

/** Switches the faults in turn and sends one request with each: it prints what came of it. */
const clients: Readonly<
  Record<'curl' | 'node' | 'python3' | 'java', { readonly file: string; readonly text: string }>
> = {
  curl: {
    file: 'client.sh',
    text: `
for fault in null '"tls_expired"' '"tls_wrong_host"' '"tls_unknown_ca"' '"tls_handshake_cut"' null; do
  curl -sf -o change.json -X PUT -H 'Content-Type: application/json' -d "{\\"fault\\":$fault}" "$CLOUDSEC_CONTROL_URL/tls" || exit 9
  said=$(curl -sS -o answer.json -w '%{http_code}' "$CLOUDSEC_BASE_URL/cloud/resources?limit=1" -H "Authorization: Bearer $CLOUDSEC_API_KEY" 2>&1)
  echo "$? $(echo "$said" | head -1)"
done`,
  },
  node: {
    file: 'client.mjs',
    text: `
const { CLOUDSEC_BASE_URL: base, CLOUDSEC_CONTROL_URL: control, CLOUDSEC_API_KEY: key } = process.env
for (const fault of [null, 'tls_expired', 'tls_wrong_host', 'tls_unknown_ca', 'tls_handshake_cut', null]) {
  const headers = { 'Content-Type': 'application/json' }
  await (await fetch(control + '/tls', { method: 'PUT', headers, body: JSON.stringify({ fault }) })).text()
  const asked = fetch(base + '/cloud/resources?limit=1', { headers: { Authorization: 'Bearer ' + key } })
  console.log(await asked.then(({ status }) => status, ({ cause }) => cause.code))
}`,
  },
  python3: {
    file: 'client.py',
    text: `
import json, os, urllib.error, urllib.request
def ask(url, headers, body=None, method='GET'):
    return urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers, method=method)).status
for fault in [None, 'tls_expired', 'tls_wrong_host', 'tls_unknown_ca', 'tls_handshake_cut', None]:
    ask(os.environ['CLOUDSEC_CONTROL_URL'] + '/tls', {'Content-Type': 'application/json'}, json.dumps({'fault': fault}).encode(), 'PUT')
    try:
        print(ask(os.environ['CLOUDSEC_BASE_URL'] + '/cloud/resources?limit=1', {'Authorization': 'Bearer ' + os.environ['CLOUDSEC_API_KEY']}))
    except urllib.error.URLError as error:
        print(type(error.reason).__name__, error.reason)`,
  },
  java: {
    file: 'Client.java',
    text: `
import java.net.URI;
import java.net.http.*;
public class Client {
  public static void main(String[] args) throws Exception {
    for (var fault : new String[] { "null", "\\"tls_expired\\"", "\\"tls_wrong_host\\"", "\\"tls_unknown_ca\\"", "\\"tls_handshake_cut\\"", "null" }) {
      var client = HttpClient.newHttpClient();
      var body = HttpRequest.BodyPublishers.ofString("{\\"fault\\":" + fault + "}");
      client.send(HttpRequest.newBuilder(URI.create(System.getenv("CLOUDSEC_CONTROL_URL") + "/tls"))
        .header("Content-Type", "application/json").PUT(body).build(), HttpResponse.BodyHandlers.ofString());
      try {
        System.out.println(client.send(HttpRequest.newBuilder(URI.create(System.getenv("CLOUDSEC_BASE_URL") + "/cloud/resources?limit=1"))
          .header("Authorization", "Bearer " + System.getenv("CLOUDSEC_API_KEY")).build(), HttpResponse.BodyHandlers.ofString()).statusCode());
      } catch (java.io.IOException error) {
        Throwable last = error;
        while (last.getCause() != null && last.getCause() != last && !(last instanceof java.security.cert.CertificateExpiredException)) last = last.getCause();
        System.out.println(last.getClass().getSimpleName() + " " + last.getMessage());
      }
    }
  }
}`,
  },
}

/** The words of each client: at first, with each fault, and healed. */
const said: Readonly<Record<keyof typeof clients, readonly RegExp[]>> = {
  curl: [
    /^0 200$/,
    /^60 curl: \(60\) .*certificate has expired/,
    /^60 curl: \(60\) .*no alternative certificate subject name matches/,
    /^60 curl: \(60\) .*unable to get local issuer certificate/,
    /^(?:35|56) curl: \((?:35|56)\) /,
    /^0 200$/,
  ],
  node: [
    /^200$/,
    /^CERT_HAS_EXPIRED$/,
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    /^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY)$/,
    /^ECONNRESET$/,
    /^200$/,
  ],
  python3: [
    /^200$/,
    /^SSLCertVerificationError .*certificate has expired/,
    /^SSLCertVerificationError .*certificate is not valid for '127\.0\.0\.1'/,
    /^SSLCertVerificationError .*unable to get local issuer certificate/,
    /^(?:SSLEOFError|ConnectionResetError) /,
    /^200$/,
  ],
  java: [
    /^200$/,
    /^CertificateExpiredException NotAfter: /,
    /^CertificateException No subject alternative names matching IP address 127\.0\.0\.1 found$/,
    /^SunCertPathBuilderException unable to find valid certification path/,
    /^(?:SSLHandshakeException Remote host terminated the handshake|\w+ .*(?:reset|EOF))/,
    /^200$/,
  ],
}

const names = ['curl', 'node', 'python3', 'java'] as const
const runners = { curl: 'sh', node: process.execPath, python3: 'python3', java: 'java' } as const
const isThere = { curl: hasCurl, node: true, python3: hasPython, java: hasJava } as const

const main = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cloudsec-clients-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The folders of certificates that a run left behind. */
const left = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('cloudsec-fake-tls-'))

describe('exec --tls, with nothing installed', () => {
  it.for(names)('has %s trust the fake, and see each fault as itself', async (name, { skip }) => {
    skip(!isThere[name])
    const { file, text } = clients[name]
    writeFileSync(join(folder, file), text)
    const { out } = await run(process.execPath, [main, 'exec', '--tls', '--', runners[name], file], folder, {
      TMPDIR: folder,
    })
    const lines = out.trim().split('\n')
    expect(lines).toEqual(said[name].map((form) => expect.stringMatching(form)))
    expect(left()).toEqual([])
  })
})
