/** The part of Jest 29 and 30 that its helper uses. Jest provides this import, so its types are not needed. */
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
