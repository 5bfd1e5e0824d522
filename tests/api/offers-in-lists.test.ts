import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'

const { ask, token } = await startApi()
const choices = await choicesOf(ask)

const day = 24 * 60 * 60 * 1000
const daysFromNow = (days: number) => new Date(Date.now() + days * day).toISOString()

async function openIntake(name: string) {
  const { status, body } = await ask(api.intakes.create, {
    token,
    body: {
      name,
      opensAt: daysFromNow(-1),
      closesAt: daysFromNow(10),
      startsOn: daysFromNow(20).slice(0, 10),
      endsOn: daysFromNow(110).slice(0, 10),
      places: [{ department: choices.department, places: 1 }],
    },
  })
  expect(status).toBe(201)
  return body
}

async function applicants(intake: string, names: string[]) {
  const ids: string[] = []
  for (const first_name of names) {
    const { body } = await ask(api.public.submit, {
      body: submission(choices, { first_name, email: `${first_name}@example.org`, intake }),
    })
    const found = await ask(api.attachments.list, { token, query: { q: body.referenceId } })
    ids.push(found.body[0]!._id)
  }
  return ids
}

const decide = (body: object) => ask(api.attachments.decide, { token, body })

test('a bulk acceptance names the applications that find no place', async () => {
  const intake = await openIntake('One place')
  const ids = await applicants(intake._id, ['asha', 'bakari'])
  const { body } = await decide({ ids, is_accepted: true })

  expect(body.changed).toHaveLength(1)
  expect(body.withoutPlace).toEqual(ids.filter((id) => !body.changed.includes(id)))
  expect(body.message).toContain('1 was left as it is: no free place')
})

test('the list sorts a waiting list by its ranks', async () => {
  const intake = await openIntake('Waiting')
  const ids = await applicants(intake._id, ['chiku', 'dalila', 'eshe'])
  await decide({ ids: ids.slice(0, 2), waiting: true })
  await ask(api.attachments.rank, { token, id: ids[1]!, body: { rank: 1 } })
  const query = { intake: intake._id, sort: 'waiting' }
  const { body } = await ask(api.attachments.list, { token, query })

  expect(body.map((row: { first_name: string }) => row.first_name)).toEqual([
    'dalila',
    'chiku',
    'eshe',
  ])
})

test('a planned answer that is removed is said to be no longer planned', async () => {
  const intake = await openIntake('Planned')
  const ids = await applicants(intake._id, ['fumo'])
  await decide({ ids, planned: { is_accepted: true } })
  const { body } = await decide({ ids, planned: null })

  expect(body.message).toBe('1 application no longer planned')
})

test('a planned decline is read, and an undo restores it', async () => {
  const intake = await openIntake('Planned decline')
  const ids = await applicants(intake._id, ['jasiri'])
  const planned = { decline: { reason: 'dates', message: null } }
  await decide({ ids, planned })
  const read = () => ask(api.attachments.get, { token, id: ids[0]! })
  expect((await read()).body.planned).toEqual(planned)

  const archived = await decide({ ids, is_archived: true })
  expect((await read()).body.planned).toBeNull()
  await decide(archived.body.undo[0])
  expect((await read()).body.planned).toEqual(planned)
})

test('an export has the columns of the intake and later columns last, and no planned decision', async () => {
  const intake = await openIntake('Export')
  const ids = await applicants(intake._id, ['gamba', 'hadiya', 'imani'])
  await decide({ ids: [ids[0]], is_accepted: true })
  await decide({ ids: [ids[1]], waiting: true })
  await decide({ ids: [ids[2]], planned: { is_accepted: true } })
  const query = { intake: intake._id, sort: 'first_name' }
  const { text } = await ask(api.attachments.export, { token, query })
  const [head = '', ...lines] = text.trim().split('\r\n')

  expect(head).toMatch(
    /,Updated At \(EAT\),Intake,Arrived Late,Offer,Answer By \(EAT\),Answered At \(EAT\),Waiting Rank,Assignee,Contact By,Certification,Possibly Twice,Papers,Insurance Valid Until$/,
  )
  expect(lines[0]).toMatch(
    /,Export,No,Open,\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?,,,,By email,\w+,(Yes|No),[^,]*,$/,
  )
  expect(lines[1]).toMatch(/,Export,No,,,,1,,By email,\w+,(Yes|No),[^,]*,$/)
  expect(lines[2]).toMatch(/,Export,No,,,,,,By email,\w+,(Yes|No),[^,]*,$/)
})
