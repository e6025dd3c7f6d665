import { chosenKeyId, forgetKey } from '../../state/api-key.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, numberText } from '../../ui/format.ts'
import { Facts } from '../../ui/view.tsx'
import { ChangeQuota } from './change-quota.tsx'
import { type KeyWithQuota, revoke } from './key.ts'
import { QuotaMeter } from './quota-meter.tsx'

const perHour = (requests: number): string => `${numberText(requests)} requests an hour`

function quotaOf({ quota, window }: KeyWithQuota): string {
  if (quota !== null) return perHour(quota)
  return window === undefined ? 'the usual one' : `the usual one: ${perHour(window.limit)}`
}

/** One API key: all but its secret, which only its generation shows. */
export function KeyDetail({ entry }: { readonly entry: KeyWithQuota }) {
  const { id, permissions, revoked, createdAt, window } = entry
  return (
    <>
      <Facts
        items={[
          ['Id', <code>{id}</code>],
          ['State', revoked ? <Badge tone="bad">revoked</Badge> : <Badge tone="ok">active</Badge>],
          ['Generated', createdAt === null ? 'comes with the fixtures' : dateTimeOf(createdAt)],
          ['Permissions', permissions.length === 0 ? 'none' : permissions.join(', ')],
          ['Quota', quotaOf(entry)],
          ...(window === undefined ? [] : [['Requests left', <QuotaMeter window={window} />] as const]),
        ]}
      />
      {chosenKeyId.value === id ? (
        <div class="note row">
          <p class="grow">Requests that you send from this page use this key.</p>
          <Button size="small" onClick={forgetKey}>
            Use the usual key again
          </Button>
        </div>
      ) : null}
      {revoked || window === undefined ? (
        <p class="note">Requests with this key get an authentication_error.</p>
      ) : (
        <>
          <ChangeQuota window={window} />
          <section class="stack part">
            <h3>Revoke this key</h3>
            <p class="muted">Requests with it get an authentication_error from then on.</p>
            <div>
              <Button kind="danger" icon="trash" onClick={() => revoke(entry)}>
                Revoke key
              </Button>
            </div>
          </section>
        </>
      )}
    </>
  )
}
