import type { KeyInfo, QuotaInfo } from '../../../../src/core/control/endpoints/keys.ts'
import { chooseKey, chosenKeyId, restoreDefaultKey } from '../../state/api-key.ts'
import { api } from '../../state/api.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { Badge, StateBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { dateTimeOf, numberText, spanOf } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Facts } from '../../ui/view.tsx'

/** An API key, and its quota if it is not revoked. */
export interface KeyWithQuota extends KeyInfo {
  readonly window: QuotaInfo | undefined
}

/** Asks before a key is revoked. */
function revoke({ id, name }: KeyInfo): void {
  confirm({
    title: `Revoke ${name}?`,
    text: 'Requests with this key get an authentication_error from now on. It cannot be given back.',
    verb: 'Revoke key',
    work: async () => {
      await api('DELETE /keys/{name}', { path: { name: id } })
      if (chosenKeyId.peek() === id) restoreDefaultKey()
    },
  })
}

/** One API key. */
export function KeyDetail({ entry, onClose }: { readonly entry: KeyWithQuota; readonly onClose: () => void }) {
  const { id, name, permissions, revoked, createdAt, window } = entry
  return (
    <Detail title={name} onClose={onClose}>
      <p class="row">
        <StateBadge state={revoked ? 'revoked' : 'active'} />
        <code class="muted">{id}</code>
      </p>
      <Facts
        items={[
          ['Secret', <Secret {...entry} />],
          ...(window ? [['Requests left', <QuotaMeter {...window} />] as const] : []),
          ['Permissions', permissions.length === 0 ? 'none' : permissions.join(', ')],
          ['Created', createdAt === null ? 'comes with the fixtures' : dateTimeOf(createdAt)],
        ]}
      />
      {revoked || window === undefined ? (
        <p class="note">Requests with this key get an authentication_error.</p>
      ) : (
        <>
          <ChangeQuota window={window} />
          <div class="part">
            <Button kind="danger" icon="trash" onClick={() => revoke(entry)}>
              Revoke key
            </Button>
          </div>
        </>
      )}
    </Detail>
  )
}

/** The fake shows only secrets that its fixtures contain in plain text. */
function Secret({ id, secret, revoked, createdAt }: KeyInfo) {
  const unknown = createdAt === null ? 'not shown' : 'shown once, when the key was created'
  return (
    <span class="row">
      {secret === null ? <span class="muted">{unknown}</span> : <code>{secret}</code>}
      {secret !== null && <CopyButton text={secret} label="Copy secret" />}
      {chosenKeyId.value === id || (secret !== null && !revoked) ? <UseKey id={id} secret={secret ?? ''} /> : null}
    </span>
  )
}

/** Uses a key for the requests of this page, or the full-access key again. */
export function UseKey({ id, secret }: { readonly id: string; readonly secret: string }) {
  const isUsed = chosenKeyId.value === id
  return (
    <Button pressed={isUsed} onClick={() => (isUsed ? restoreDefaultKey() : chooseKey(secret, id))}>
      Use on this page
    </Button>
  )
}

/** Changes the quota of a key in this window, for example to exhaust it. */
function ChangeQuota({ window: { id, limit, remaining } }: { readonly window: QuotaInfo }) {
  const path = { name: id }
  const left = remaining === 0 ? limit : 0
  return (
    <section class="stack part">
      <h3>Quota of this hour</h3>
      <SchemaForm
        route="PUT /quota/{name}"
        path={path}
        words={{
          remaining: { label: 'Requests left', placeholder: String(remaining) },
          limit: { label: 'Requests an hour', placeholder: String(limit) },
          resetsIn: { label: 'Resets in', placeholder: '10m' },
        }}
        verb="Change quota"
      >
        <Button onClick={() => attempt(() => api('PUT /quota/{name}', { path, body: { remaining: left } }))}>
          {remaining === 0 ? 'Fill it up' : 'Use it up'}
        </Button>
      </SchemaForm>
    </section>
  )
}

export const UsedUp = () => <Badge tone="bad">used up</Badge>

/** The remaining quota, and its reset. A full quota has no bar. */
function QuotaMeter({ limit, remaining, reset, name }: QuotaInfo) {
  const now = summary.value?.clock.now ?? reset
  const left = `${numberText(remaining)} of ${numberText(limit)} an hour`
  if (remaining === limit) return <span class="num">{left}</span>
  return (
    <>
      <span class="num">
        {left} {remaining === 0 && <UsedUp />}
        <span class="muted">, resets in {spanOf(parseInstant(reset) - parseInstant(now))}</span>
      </span>
      <meter aria-label={`Requests left for ${name}`} max={limit} value={remaining} low={limit / 10} optimum={limit} />
    </>
  )
}
