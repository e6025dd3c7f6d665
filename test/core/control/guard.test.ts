import { describe, expect, it } from 'vitest'

import { describeAttacker, onEach, rejectionStatus } from '../../support/guarding.ts'

describeAttacker(
  (play) => {
    describe.each(onEach)('a client that wants %s', (_, aim) => {
      it.each<readonly [what: string, headers: readonly string[]]>([
        ['the origin of another site', ['Origin: http://evil.example']],
        ['an origin without a name (a sandboxed frame, a file)', ['Origin: null']],
        ['an empty origin', ['Origin: ']],
        ['the origin of a file', ['Origin: file://']],
        ['its own host on another port', ['Origin: http://127.0.0.1:OTHER']],
        ['its own host over TLS', ['Origin: https://127.0.0.1:PORT']],
        ['another name of its host', ['Origin: http://localhost:PORT']],
        ['an origin that begins with its own', ['Origin: http://127.0.0.1:PORT.evil.example']],
        ['an origin that has its own for a name', ['Origin: http://127.0.0.1:PORT@evil.example']],
        ['its own origin and another', ['Origin: http://127.0.0.1:PORT', 'Origin: http://evil.example']],
        ['a request of another site without an origin', ['Sec-Fetch-Site: cross-site']],
        ['a request of another port without an origin', ['Sec-Fetch-Site: same-site']],
        ['an empty site', ['Sec-Fetch-Site: ']],
        ['several sites', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
        ['its own origin from another site', ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: cross-site']],
        ['another origin from its own site', ['Origin: http://evil.example', 'Sec-Fetch-Site: same-origin']],
        [
          'all that a browser sends of a page elsewhere',
          [
            'Origin: http://evil.example',
            'Referer: http://evil.example/',
            'Sec-Fetch-Site: cross-site',
            'Sec-Fetch-Mode: cors',
            'Sec-Fetch-Dest: empty',
            'Accept: */*',
          ],
        ],
      ])('by %s: 403', async (_, headers) => {
        expect(rejectionStatus(await play({ ...aim, headers: [...aim.headers, ...headers] }))).toBe(403)
      })

      it.each([
        ['evil.example'],
        ['evil.example:PORT'],
        ['127.0.0.1.:PORT'],
        ['127.0.0.1.evil.example:PORT'],
        ['evil-localhost:PORT'],
        ['2130706433:PORT'],
        ['0x7f000001:PORT'],
        ['127.1:PORT'],
        ['127.0.0.2:PORT'],
        ['0.0.0.0:PORT'],
        ['[::]:PORT'],
        ['[::ffff:127.0.0.1]:PORT'],
        ['::1'],
        ['10.0.0.1:PORT'],
        ['127.0.0.1, evil.example'],
        ['evil.example@127.0.0.1'],
        ['evil.example#127.0.0.1'],
        ['127.0.0.1/@evil.example'],
        ['127.0.0.1:PORT:80'],
        ['127%2e0.0.1'],
        ['local\u00adhost:PORT'],
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
        ['http://127.0.0.1.evil.example', 'localhost'],
        ['http://evil.example', 'evil.example'],
        ['http://evil.example\\', '127.0.0.1:PORT'],
      ])('with a target in absolute form: %s, host %s', async (origin, host) => {
        expect([400, 403]).toContain(
          rejectionStatus(await play({ ...aim, target: origin + aim.target, hosts: [host] })),
        )
      })
    })
  },
  ['http', 'https'],
)
