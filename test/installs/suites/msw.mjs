import { createFake } from 'cloudsec-fake'
import { handlers } from 'cloudsec-fake/msw'
import { setupServer } from 'msw/node'

const fake = await createFake()
const server = setupServer(...handlers('https://api.example.com/v1', fake))
server.listen()
const headers = { Authorization: `Bearer ${fake.apiKey}` }
const { pagination } = await (await fetch('https://api.example.com/v1/cloud/resources?limit=3', { headers })).json()
await fake.scenarios.define({ name: 'cut', rules: [{ then: { fault: 'reset' } }] })
const lost = await fetch('https://api.example.com/v1/cloud/resources', { headers }).catch((error) => error.name)
console.log(`answers: ${pagination.next_page} ${lost}`)
server.close()
