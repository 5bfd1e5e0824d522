import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { labelled, optionsOf, question, questionEditors } from '../support/questions.ts'

const { ask, token } = await startApi()
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)
const editors = questionEditors(ask, token)

const { _id: intake } = await actors.create(9)
const set = await editors.ask(intake, [
  question('Laptop', { kind: 'yes_no' }),
  question('Days', { kind: 'choices', options: optionsOf('Monday', 'Friday') }),
  question('Age', { kind: 'number' }),
  question('Why?', { kind: 'paragraph' }),
  question('2026'),
  question('Email'),
])
const [laptop, days, age, why] = set.questions.map(({ _id }) => _id) as [
  string,
  string,
  string,
  string,
]
const [monday, friday] = labelled(set, 'Days').options.map(({ _id }) => _id) as [string, string]

const apply = (extra: object) => actors.apply(intake, { questionSet: 1, extra })
const people = [
  await apply({ [laptop]: true, [days]: [monday], [age]: 19, [why]: 'Ninapenda baiskeli zangu' }),
  await apply({ [laptop]: true, [days]: [monday, friday], [age]: 22.5 }),
  await apply({ [laptop]: false, [days]: [friday], [age]: 30 }),
  await apply({ [labelled(set, '2026')._id]: 'here', [labelled(set, 'Email')._id]: '=1+1' }),
]
await actors.apply((await actors.create(9))._id)

const placesOf = (ids: string[]) => ids.map((_id) => people.findIndex((one) => one._id === _id))
const found = async (query: Record<string, string | string[]>) => {
  const { body, headers } = await ask(api.attachments.list, {
    token,
    query: { intake, limit: '25', ...query },
  })
  const places = placesOf((body as Application[]).map(({ _id }) => _id))
  expect(Number(headers['x-total-count'])).toBe(places.length)
  return places
}

test.each<[Record<string, string | string[]>, number[]]>([
  [{ [`q_${laptop}`]: 'true' }, [1, 0]],
  [{ [`q_${laptop}`]: 'false', view: 'active' }, [2]],
  [{ [`q_${laptop}`]: 'true', status: 'pending' }, [1, 0]],
  [{ [`q_${laptop}`]: 'true', view: 'archived' }, []],
  [{ [`q_${days}`]: monday }, [1, 0]],
  [{ [`q_${days}`]: [monday, friday] }, [1]],
  [{ [`q_${days}`]: friday, [`q_${laptop}`]: 'true' }, [1]],
  [{ [`q_${age}`]: '22.5' }, [1]],
  [{ [`q_${age}`]: '20..30' }, [2, 1]],
  [{ [`q_${age}`]: '..20' }, [0]],
  [{ [`q_${age}`]: '25..' }, [2]],
  [{ [`q_${age}`]: 'x' }, []],
  [{ [`q_${days}`]: 'unknown' }, []],
  [{ q_unknown: 'true' }, []],
  [{ [`q_${laptop}`]: 'true', q: 'baiskeli' }, [0]],
  [{ q: 'BAISKELI' }, [0]],
  [{ [`q_${laptop}`]: 'true', sort: 'email' }, [0, 1]],
  [{ [`q_${laptop}`]: 'true', sort: 'first_name' }, [0, 1]],
  [{ [`q_${laptop}`]: 'true', sort: 'institution', department: choices.department }, [0, 1]],
])('the filter %j finds just the applications that it should', async (query, places) => {
  expect(await found(query)).toEqual(places)
})

test('a filter by an answer needs an intake', async () => {
  const query = { [`q_${laptop}`]: 'true' }
  const { status, body } = await ask(api.attachments.list, { token, query })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['intake']])
  const ids = await ask(api.attachments.ids, { token, query: { intake, ...query } })
  expect(placesOf(ids.body.ids)).toEqual([1, 0])
})

test('the export has a column for each question of the intake, stopped ones last', async () => {
  await editors.ask(intake, [labelled(set, 'Age'), labelled(set, 'Email')])
  // No cell of these columns has a comma.
  const table = async (query: Record<string, string>) => {
    const { text } = await ask(api.attachments.export, { token, query })
    return text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  }
  const [headings, ...lines] = await table({ intake, [`q_${days}`]: monday })
  const { length } = (await table({}))[0]!
  expect(headings!.slice(length)).toEqual(['Age', 'Email (2)', 'Laptop', 'Days', 'Why?', '2026'])
  expect(lines.map((cells) => cells.slice(-6))).toEqual([
    ['22.5', '', 'Yes', '"Monday; Friday"', '', ''],
    ['19', '', 'Yes', 'Monday', 'Ninapenda baiskeli zangu', ''],
  ])
  const [, hostile] = await table({ intake })
  expect(hostile!.slice(-6)).toEqual(['', "'=1+1", '', '', '', 'here'])
})

test('the report counts answers by option, and hides small numbers in its file', async () => {
  const { body } = await ask(api.intakes.funnel, { token, id: intake })
  expect(body.questions).toEqual([
    {
      question: laptop,
      label: 'Laptop',
      kind: 'yes_no',
      stopped: true,
      options: [
        { value: 'true', label: 'Yes', count: 2 },
        { value: 'false', label: 'No', count: 1 },
      ],
    },
    expect.objectContaining({
      label: 'Days',
      options: [
        { value: monday, label: 'Monday', count: 2 },
        { value: friday, label: 'Friday', count: 2 },
      ],
    }),
  ])
  const file = await ask(api.intakes.exportFunnel, { token, id: intake })
  expect(file.text).toContain('Days,Monday,fewer than 5,,,,')
})

test('an application that is moved keeps its answers, and is found by those of its intake', async () => {
  const other = await actors.create(9)
  const person = await apply({ [laptop]: true })
  const move = async (to: string) => {
    const { body } = await ask(api.attachments.get, { token, id: person._id })
    const moved = await ask(api.attachments.update, {
      token,
      id: person._id,
      body: { ...body, intake: to },
    })
    return (moved.body as Application).extra.map(({ label, text }) => [label, text])
  }
  const filter = { [`q_${laptop}`]: 'true' }
  expect(await move(other._id)).toEqual([['Laptop', 'Yes']])
  expect(await found(filter)).toEqual([1, 0])
  expect(await move(intake)).toEqual([['Laptop', 'Yes']])
  expect(await found(filter)).toEqual([-1, 1, 0])
})
