import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { labelled, optionsOf, question, questionEditors } from '../support/questions.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)
const editors = questionEditors(ask, token)

const publicQuestions = async (_id: string) => {
  const { body } = await ask(api.public.intakes)
  return body.find((intake: { _id: string }) => intake._id === _id).questions
}

test('staff save a draft, publish it as a numbered set, and publish nothing twice', async () => {
  const { _id } = await actors.create(9)
  expect(await editors.read(_id)).toEqual({
    draft: { questions: [], updatedAt: null },
    published: null,
    answers: 0,
    answered: {},
  })
  expect((await ask(api.intakeQuestions.publish, { token, id: _id })).status).toBe(409)

  const saved = await editors.save(_id, [
    question('Laptop?', { kind: 'yes_no', label_sw: 'Kompyuta?', required: true }),
    question('Shirt', { kind: 'choice', options: optionsOf('Small', 'Large') }),
    question('Next of kin', { when: 'offer' }),
  ])
  expect(saved.status).toBe(200)
  const { questions, updatedAt } = saved.body.draft
  expect(questions[0]).toEqual({
    _id: expect.stringMatching(/^[0-9a-z]{10}$/),
    kind: 'yes_no',
    label: 'Laptop?',
    label_sw: 'Kompyuta?',
    hint: null,
    hint_sw: null,
    required: true,
    options: [],
    min: null,
    max: null,
    maxLength: null,
    seenBy: 'staff',
    when: 'applying',
    stopped: false,
  })
  expect(await publicQuestions(_id), 'nobody is asked a draft').toBeNull()

  const first = await editors.publish(_id)
  expect(first).toMatchObject({ number: 1, questions, publishedBy: { name: expect.any(String) } })
  expect(await publicQuestions(_id)).toEqual({ number: 1, questions: questions.slice(0, 2) })
  expect(await editors.publish(_id)).toEqual(first)

  const stale = await editors.save(_id, [], null)
  expect([stale.status, stale.body.current]).toMatchObject([409, { draft: { updatedAt } }])

  const renamed = [{ ...questions[0], label: 'Have you a laptop?' }, questions[1], questions[2]]
  await editors.save(_id, renamed)
  const sets = await Promise.all([editors.publish(_id), editors.publish(_id)])
  expect(sets.map(({ number }) => number)).toEqual([2, 2])
  const all = await ask(api.intakeQuestions.sets, { token, id: _id })
  expect(all.body.map((set: { number: number }) => set.number)).toEqual([2, 1])
  expect(all.body[1]).toEqual(first)

  const { body: events } = await ask(api.history, { token, query: { record: _id } })
  expect(events.map((event: { action: string }) => event.action)).toEqual([
    'publish',
    'change',
    'publish',
    'change',
    'create',
  ])
})

test('of people who publish in one moment, one publishes, and the others read why not', async () => {
  const { _id } = await actors.create(9)
  const publish = (number: number, updatedAt: string | null) =>
    ask(api.intakeQuestions.publish, { token, id: _id, body: { updatedAt, number } })
  const numbers = async () => {
    const { body } = await ask(api.intakeQuestions.sets, { token, id: _id })
    return body.map((set: { number: number }) => set.number)
  }
  for (const number of [0, 1, 2]) {
    const { draft } = await editors.read(_id)
    const { body } = await editors.save(_id, [...draft.questions, question(`Question ${number}`)])
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => publish(number, body.draft.updatedAt)),
    )
    const refused = answers.filter(({ status }) => status === 409)
    const sentences = new Set(refused.map(({ body: refusal }) => refusal.message))
    expect([refused.length, ...sentences]).toEqual([
      4,
      `Version ${number + 1} was published meanwhile. Please look at the questions once more.`,
    ])
    expect((await numbers())[0]).toBe(number + 1)
  }

  // Somebody saves the draft in the same moment: nobody publishes what they have not read.
  for (let round = 0; round < 4; round++) {
    const [newest] = await numbers()
    const { body } = await editors.save(_id, [question(`Read ${round}`)])
    const { questions, updatedAt } = body.draft
    const save = () => editors.save(_id, [...questions, question('Not read')], updatedAt)
    const [published, saved] = await Promise.all(
      round % 2 === 0
        ? [publish(newest, updatedAt), save()]
        : [save(), publish(newest, updatedAt)].toReversed(),
    )
    expect(saved!.status).toBe(200)
    const { message = 'published', questions: asked = questions } = published!.body
    expect(message).toMatch(/^published$|^The draft was changed meanwhile/)
    expect(asked).toEqual(questions)
    expect((await publish((await numbers())[0], updatedAt)).status).toBe(409)
  }
  const all = await numbers()
  expect(all).toEqual(Array.from(all, (_number, index) => all.length - index))
  const { body: events } = await ask(api.history, { token, query: { record: _id } })
  const publications = events.filter((event: { action: string }) => event.action === 'publish')
  expect(publications).toHaveLength(all.length)
})

test('questions are copied from another intake with new ids', async () => {
  const [from, to] = [await actors.create(9), await actors.create(9)]
  const copy = (source: string) =>
    ask(api.intakeQuestions.copy, { token, id: to._id, body: { from: source } })
  expect((await copy(to._id)).body.fields).toHaveProperty('from')
  await editors.ask(from._id, [
    question('Shirt', { kind: 'choices', options: optionsOf('Small', 'Large') }),
  ])
  const copied = await copy(from._id)
  const [one] = copied.body.draft.questions
  const { published } = await editors.read(from._id)
  const [source] = published!.questions
  expect(one).toMatchObject({ label: 'Shirt', options: optionsOf('Small', 'Large') })
  expect(one._id).not.toBe(source!._id)
  expect(one.options[0]._id).not.toBe(source!.options[0]!._id)
  expect(copied.body.published).toBeNull()
})

test('what is wrong in a draft is said at its field, and nothing is stored', async () => {
  const { _id } = await actors.create(9)
  const other = await editors.ask((await actors.create(9))._id, [
    question('Shirt', { kind: 'choice', options: optionsOf('Small', 'Large') }),
  ])
  const shirt = labelled(other, 'Shirt')
  const many = Array.from({ length: 10_000 }, (_, index) => `Option ${index}`)
  const wrong: [object[], string][] = [
    [[question('x'.repeat(5000))], 'questions.0.label'],
    [[question('One', { kind: 'choice', options: optionsOf('Small') })], 'questions.0.options'],
    [[question('One', { kind: 'choice', options: optionsOf(...many) })], 'questions.0.options'],
    [[question('One'), question('Two', { _id: shirt._id })], 'questions.1._id'],
    [
      [question('One', { kind: 'choice', options: [shirt.options[0]!, { label: 'B' }] })],
      'questions.0.options.0._id',
    ],
    [[question('One', { kind: 'number', min: 5, max: 2 })], 'questions.0.max'],
    [[question('One', { _id: '<b>' })], 'questions.0._id'],
    [Array.from({ length: 13 }, (_, index) => question(`Question ${index}`)), 'questions'],
  ]
  for (const [questions, field] of wrong) {
    const { status, body } = await editors.save(_id, questions)
    expect([status, Object.keys(body.fields)], `the error at ${field}`).toEqual([422, [field]])
  }
  expect((await editors.read(_id)).draft.updatedAt).toBeNull()

  const markup = await editors.save(_id, [question('<script>alert(1)</script>')])
  expect(markup.body.draft.questions[0].label).toBe('<script>alert(1)</script>')
})

test('an intake is deleted with its questions', async () => {
  const { _id } = await actors.create(9)
  await editors.ask(_id, [question('Shoe size', { kind: 'number' })])
  expect((await ask(api.intakes.remove, { token, id: _id })).status).toBe(200)
  const left = await db.selectFrom('question_sets').selectAll().where('intake', '=', _id).execute()
  expect(left).toEqual([])
  expect((await ask(api.intakeQuestions.get, { token, id: _id })).status).toBe(404)
})

test('questions that would make the form too large are not published', async () => {
  const { _id } = await actors.create(9)
  const options = (number: number) =>
    optionsOf(...Array.from({ length: 30 }, (_, index) => `${randomUUID()} ${number} ${index}`))
  const questions = Array.from({ length: 12 }, (_, index) =>
    question(`Question ${index}`, { kind: 'choice', options: options(index) }),
  )
  await editors.save(_id, questions)
  const { status, body } = await ask(api.intakeQuestions.publish, { token, id: _id })
  expect([status, body.fields]).toEqual([
    409,
    { questions: expect.stringContaining('at most 4,000 are allowed') },
  ])
  expect(await publicQuestions(_id)).toBeNull()

  const few = questions.map((one) => ({ ...one, options: one.options!.slice(0, 2) }))
  expect((await editors.ask(_id, few)).number).toBe(1)
})
