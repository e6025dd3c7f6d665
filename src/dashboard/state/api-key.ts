import { computed, signal } from '@preact/signals'

import { summary } from './summary.ts'

/** The secret of a key that was generated or typed on this page. It is gone when the page is closed. */
const chosen = signal<string | undefined>(undefined)

/** The secret that requests of this page use: the chosen one, else that of the key with full access. */
export const apiKey = computed(() => chosen.value ?? summary.value?.apiKey ?? '')

/** Uses a key for the requests of this page. */
export function chooseKey(secret: string): void {
  chosen.value = secret
}
