/** The part of Jest that its helper uses, as versions 29 and 30 have it. Jest itself answers this import, so that no types of it are needed. */
declare module '@jest/globals' {
  interface Declare {
    (title: string, body: () => Promise<void>, timeout?: number): void
    each(
      rows: readonly unknown[],
    ): (title: string, body: (...row: readonly unknown[]) => Promise<void>, timeout?: number) => void
  }
  export const test: Declare & {
    readonly only: Declare
    readonly skip: Declare
    readonly concurrent: Declare
    readonly todo: (title: string) => void
  }
  export function afterAll(hook: () => Promise<void>): void
  export function afterEach(hook: () => Promise<void>): void
  export const expect: { getState(): { readonly testPath?: string } }
}
