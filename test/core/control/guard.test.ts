import { describe, expect, it } from 'vitest'

import { describeAttacker, onEach, rejectionStatus } from '../../support/guarding.ts'

describeAttacker(
  (play) => {
    describe.each(onEach)('a client that wants %s', (_, aim) => {
      it.each<readonly [what: string, headers: readonly string[]]>([
        ['the origin of another site', ['Origin: http://evil.example']],
        ['an origin without a name (a sandboxed frame, a file)', ['Origin: null']],
        ['an empty origin', ['Origin: ']],
        ['its own host on another port', ['Origin: http://127.0.0.1:OTHER']],
        ['its own host over TLS', ['Origin: https://127.0.0.1:PORT']],
        ['an origin that begins with its own', ['Origin: http://127.0.0.1:PORT.evil.example']],
        ['its own origin and another', ['Origin: http://127.0.0.1:PORT', 'Origin: http://evil.example']],
        ['a request of another site without an origin', ['Sec-Fetch-Site: cross-site']],
        ['an empty site', ['Sec-Fetch-Site: ']],
        ['several sites', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
        ['its own origin from another site', ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: cross-site']],
        ['another origin from its own site', ['Origin: http://evil.example', 'Sec-Fetch-Site: same-origin']],
      ])('by %s: 403', async (_, headers) => {
        expect(rejectionStatus(await play({ ...aim, headers: [...aim.headers, ...headers] }))).toBe(403)
      })

      it.each([
        ['evil.example:PORT'],
        ['127.0.0.1.:PORT'],
        ['127.0.0.1.evil.example:PORT'],
        ['evil-localhost:PORT'],
        ['127.1:PORT'],
        ['0.0.0.0:PORT'],
        ['[::ffff:127.0.0.1]:PORT'],
        ['::1'],
        ['127.0.0.1, evil.example'],
        ['evil.example@127.0.0.1'],
        ['127.0.0.1:PORT:80'],
        ['127%2e0.0.1'],
        ['http://127.0.0.1:PORT'],
        [''],
      ])('under the host %j', async (host) => {
        expect([400, 403]).toContain(rejectionStatus(await play({ ...aim, hosts: [host] })))
        // Nor where a proxy, or an attacker, says that it was another.
        const forwarded: readonly string[] = [
          'X-Forwarded-Host: 127.0.0.1',
          'Forwarded: host=127.0.0.1',
          'X-Host: 127.0.0.1',
          'X-Original-Host: 127.0.0.1',
        ]
        expect([400, 403]).toContain(
          rejectionStatus(await play({ ...aim, hosts: [host], headers: [...aim.headers, ...forwarded] })),
        )
      })

      it('under its own host and another', async () => {
        for (const hosts of [
          ['127.0.0.1:PORT', 'evil.example'],
          ['evil.example', '127.0.0.1:PORT'],
        ]) {
          expect(rejectionStatus(await play({ ...aim, hosts }))).toBe(400)
          expect(rejectionStatus(await play({ ...aim, hosts, http: '1.0' }))).toBe(403)
        }
      })

      it('under no host', async () => {
        expect(rejectionStatus(await play({ ...aim, hosts: [] }))).toBe(400)
        expect(rejectionStatus(await play({ ...aim, hosts: [], http: '1.0' }))).toBe(403)
        expect(rejectionStatus(await play({ ...aim, hosts: ['evil.example'], http: '1.0' }))).toBe(403)
      })

      it.each([
        ['http://evil.example', '127.0.0.1:PORT'],
        ['http://127.0.0.1:PORT', 'evil.example'],
        ['http://127.0.0.1:PORT@evil.example', '127.0.0.1:PORT'],
        ['http://evil.example', 'evil.example'],
      ])('with a target in absolute form: %s, host %s', async (origin, host) => {
        expect([400, 403]).toContain(
          rejectionStatus(await play({ ...aim, target: origin + aim.target, hosts: [host] })),
        )
      })
    })
  },
  ['http', 'https'],
)
