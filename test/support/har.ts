import * as z from 'zod/mini'

const message = { httpVersion: z.string(), cookies: z.tuple([]), headersSize: z.literal(-1), bodySize: z.literal(-1) }
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }))

/** A recording with every field that HAR 1.2 requires, and no unknown field. */
export const harSchema = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.literal('cloudsec-fake'), version: z.string().check(z.minLength(1)) }),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        time: z.number(),
        request: z.strictObject({
          ...message,
          method: z.string(),
          url: z.url(),
          headers: pairs,
          queryString: pairs,
          postData: z.optional(z.strictObject({ mimeType: z.string(), text: z.string() })),
        }),
        response: z.strictObject({
          ...message,
          status: z.int(),
          statusText: z.string(),
          headers: pairs,
          content: z.strictObject({ size: z.int(), mimeType: z.string(), text: z.optional(z.string()) }),
          redirectURL: z.string(),
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
        comment: z.string(),
        _id: z.string(),
        _sandbox: z.string(),
      }),
    ),
  }),
})
