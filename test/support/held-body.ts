/** The body of a request, the end of which is sent once it is released. */
export function heldBody(value: unknown) {
  const whole = new TextEncoder().encode(JSON.stringify(value))
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(whole.subarray(0, 10))
      await released
      controller.enqueue(whole.subarray(10))
      controller.close()
    },
  })
  return { body, release: () => release() }
}
