import { computed, signal } from '@preact/signals'

import { summary } from './summary.ts'

/** A key that was created or typed on this page. It is gone when the page is closed. */
interface ChosenKey {
  readonly secret: string
  /** Undefined for one that was typed. */
  readonly id: string | undefined
}

const chosen = signal<ChosenKey | undefined>(undefined)

const usual = computed(() => summary.value?.apiKey ?? '')

/** The secret that requests of this page use: the chosen one, else that of the key with full access. */
export const apiKey = computed(() => chosen.value?.secret || usual.value)

/** The secret to show where one is typed. It is empty after it was cleared, and the usual one is used then. */
export const typedKey = computed(() => chosen.value?.secret ?? usual.value)

/** True while requests of this page use another key than the usual one. */
export const isOtherKey = computed(() => apiKey.value !== usual.value)

/** The id of the key that was chosen for this page. */
export const chosenKeyId = computed(() => chosen.value?.id)

/** Uses a key for the requests of this page. */
export function chooseKey(secret: string, id?: string): void {
  chosen.value = { secret, id }
}

/** Uses the key with full access again. */
export function forgetKey(): void {
  chosen.value = undefined
}
