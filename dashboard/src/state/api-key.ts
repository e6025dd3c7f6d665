import { computed, signal } from '@preact/signals'

import { summary } from './summary.ts'

/** The key that was chosen or typed on this page, with its id if known. It is lost when the page is closed. */
const chosen = signal<{ readonly secret: string; readonly id: string | undefined } | undefined>(undefined)

/** The secret of the key with full access. */
export const defaultKey = computed(() => summary.value?.apiKey ?? '')

/** The secret for requests of this page; empty for none. */
export const apiKey = computed(() => chosen.value?.secret ?? defaultKey.value)

/** The id of the key that was chosen for this page. */
export const chosenKeyId = computed(() => chosen.value?.id)

/** Uses a key for the requests of this page. */
export function chooseKey(secret: string, id?: string): void {
  chosen.value = { secret, id }
}

/** Uses the key with full access again. */
export function restoreDefaultKey(): void {
  chosen.value = undefined
}
