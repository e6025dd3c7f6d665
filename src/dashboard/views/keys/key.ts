import type { KeyInfo, QuotaInfo } from '../../../control/endpoints/keys.ts'
import { chosenKeyId, forgetKey } from '../../state/api-key.ts'
import { below, change } from '../../state/ask.ts'
import { confirm } from '../../ui/dialog.tsx'

/** An API key, and its quota if it is not revoked. */
export interface KeyWithQuota extends KeyInfo {
  readonly window: QuotaInfo | undefined
}

/** Asks before a key is revoked. */
export function revoke({ id, name }: KeyInfo): void {
  confirm({
    title: `Revoke ${name}?`,
    text: 'Requests with this key get an authentication_error from now on. It cannot be given back.',
    verb: 'Revoke key',
    work: async () => {
      await change('DELETE', below('/keys', id))
      if (chosenKeyId.peek() === id) forgetKey()
    },
    done: `${name} is revoked.`,
  })
}
