import type { Written } from '../../contract/message/write.ts'
import type { TestEngine } from '../../tests/support/server.ts'
import { ask, callApi } from '../http-client.ts'
import { Times } from '../timing.ts'
import { engineNames, serverWith } from './engines.ts'
import { quantity, type Figure, type Setting } from './figure.ts'

const people = 10_000
const rounds = 3
const path = '/admin/messages/write'

type Server = Awaited<ReturnType<typeof serverWith>>

/** A message to 10,000 people, a third of them by SMS, and the requests of others meanwhile. */
export async function writeToMany(engine: TestEngine, setting: Setting): Promise<Figure[]> {
  // No message is sent during the measurement: all of them wait for the end of the undo minute.
  const SMS_URL = 'africastalking://sandbox:key@SYF?endpoint=http://127.0.0.1:9'
  const server = await serverWith(engine, setting, people, { SMS_URL })
  const [preview, queued, others] = [new Times(), new Times(), new Times()]
  try {
    const body = await bodyOf(server)
    for (let round = -1; round < rounds; round++) {
      const isWarm = round >= 0
      await meanwhile(server, isWarm ? others : new Times(), async () => {
        await (isWarm ? preview : new Times()).add(() =>
          callApi(server, 'POST', `${path}/preview`, body),
        )
        await (isWarm ? queued : new Times()).add(async () => {
          const { undo } = (await callApi(server, 'POST', path, body)) as Written
          await callApi(server, 'POST', `${path}/undo`, { undo })
        })
      })
    }
  } finally {
    await server.close()
  }
  const what = `a message to ${quantity(people)} people`
  return [
    figure(`preview of ${what}`, preview, 'preview to many', 1000),
    figure(`${what}: queued and taken back`, queued, 'write to many', 5000),
    {
      what: `page of the list meanwhile, ${engineNames[engine]}, p99`,
      measured: `${quantity(others.quantile(0.99))} ms, median ${quantity(others.median)} ms`,
      limit: '100 ms',
      value: others.quantile(0.99),
      target: 'list during a message to many',
    },
  ]

  function figure(name: string, times: Times, target: Figure['target'], limit: number): Figure {
    const value = times.median
    const measured = `${quantity(value)} ms`
    const whatFor = `${name}, ${engineNames[engine]}`
    return { what: whatFor, measured, limit: `${quantity(limit)} ms`, value, target }
  }
}

async function bodyOf({ db }: Server) {
  const rows = await db.selectFrom('attachments').select('_id').orderBy('_id').execute()
  const ids = rows.map(({ _id }) => _id)
  for (const [index, _id] of ids.entries()) {
    const columns = { email: `p${index}@example.org`, phone_number: `07${10_000_000 + index}` }
    const contact_by = index % 3 === 0 ? ('sms' as const) : ('email' as const)
    const change = db.updateTable('attachments').set({ ...columns, contact_by })
    await change.where('_id', '=', _id).execute()
  }
  const both = (text: string) => ({ en: text, sw: text })
  const body = both('Bus 12 leaves at 7, {first_name}.\n\nYour reference is {reference}.')
  return { ids, subject: both('The bus'), body, sms: both('bus 12 leaves at 7') }
}

/** Loads a page of the list over and over while the work is done. */
async function meanwhile({ url, token }: Server, times: Times, work: () => Promise<void>) {
  const done = new AbortController()
  const load = async () => {
    while (!done.signal.aborted) {
      await times.add(() => ask(`${url}/api/admin/attachments?limit=25`, token))
    }
  }
  const loading = load()
  try {
    await work()
  } finally {
    done.abort()
    await loading
  }
}
