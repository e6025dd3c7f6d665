import { CloudsecClient, CloudsecError } from './client.mjs'

/** Faults to plant: each replaces one method of the sound client. */
export const plants = {
  'reads-only-json-types': class extends CloudsecClient {
    read(text, headers) {
      if (!headers['content-type'].startsWith('application/json')) throw new CloudsecError('planted', 'not JSON')
      return super.read(text, headers)
    }
  },
  'repeats-jobs-blindly': class extends CloudsecClient {
    findJob() {
      return Promise.resolve()
    }
  },
  'knows-the-ends-by-name': class extends CloudsecClient {
    hasEnded({ status }) {
      if (!['pending', 'running', 'completed', 'failed'].includes(status)) throw new CloudsecError('planted', status)
      return status === 'completed' || status === 'failed'
    }
  },
}
