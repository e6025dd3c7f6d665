import type { Mail } from '../../src/notifications/transport/compose-mail.ts'

export const mail: Mail = {
  from: { name: 'Cloud Security', address: 'fake@cloudsec.example' },
  to: { address: 'me@example.com' },
  subject: 'Job job_1 completed',
  text: 'Job job_1 completed.\n\nhttps://example.com/?a=1&b=<2>\n',
  messageId: '<evt_1@cloudsec.example>',
  dateMs: 1_782_864_000_000,
}
