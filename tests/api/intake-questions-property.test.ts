import fc from 'fast-check'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { IntakeQuestion, QuestionSet } from '../../contract/intake/intake-questions.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { question, questionEditors } from '../support/questions.ts'
import { anotherPerson } from '../support/submission.ts'

const { ask, token } = await startApi()
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)
const editors = questionEditors(ask, token)

/** An edit of the draft, a publication, or a submission from a set: `at` chooses the question or the set. */
type Step =
  | { edit: 'add' | 'remove' | 'rename' | 'stop' | 'require' | 'reorder' | 'options'; at: number }
  | { edit: 'publish' | 'submit'; at: number }

const steps = fc.array(
  fc.record({
    edit: fc.constantFrom<Step['edit'][]>(
      ...(['add', 'remove', 'rename', 'stop', 'require', 'reorder', 'options'] as const),
      ...(['publish', 'publish', 'submit', 'submit', 'submit'] as const),
    ),
    at: fc.nat(50),
  }),
  { minLength: 8, maxLength: 25 },
)

let labels = 0

const kinds = ['line', 'yes_no', 'choice', 'choices', 'number'] as const

/** The draft after an edit. */
function edited(draft: IntakeQuestion[], { edit, at }: Step): object[] {
  const place = at % Math.max(draft.length, 1)
  const change = (changes: (one: IntakeQuestion) => object) =>
    draft.map((one, index) => (index === place ? { ...one, ...changes(one) } : one))
  switch (edit) {
    case 'add': {
      const kind = kinds[at % kinds.length]!
      const options = kind.startsWith('choice') ? [{ label: 'A' }, { label: 'B' }] : []
      const asked = draft.filter(({ stopped }) => !stopped)
      return asked.length < 12 ? [...draft, question(`Question ${at}`, { kind, options })] : draft
    }
    case 'remove':
      return draft.filter((_, index) => index !== place)
    case 'rename':
      return change(({ label }) => ({ label: `${label.slice(0, 50)} again` }))
    case 'stop':
      return change(() => ({ stopped: true }))
    case 'require':
      return change(({ required }) => ({ required: !required }))
    case 'options':
      return change(({ options }) =>
        options.length > 0 ? { options: [...options.slice(-1), { label: `C${++labels}` }] } : {},
      )
    default:
      return draft.toReversed()
  }
}

/** An answer to each question of a set, and how it reads. */
function answersTo({ questions }: QuestionSet, at: number) {
  const asked = questions.filter(({ stopped }) => !stopped)
  return asked.map(({ _id, kind, options }): [string, unknown, string] => {
    if (kind === 'line') return [_id, `Answer ${at}`, `Answer ${at}`]
    if (kind === 'yes_no') return [_id, at % 2 === 0, at % 2 === 0 ? 'Yes' : 'No']
    if (kind === 'number') return [_id, at, String(at)]
    const option = options[at % options.length]!
    return [_id, kind === 'choice' ? option._id : [option._id], option.label]
  })
}

test('whatever staff edit, no submission is refused, no answer lost, and no column moved', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { _id } = await actors.create(9)
      const sets: QuestionSet[] = []
      const refused: unknown[] = []
      const expected = new Map<string, [string, string][]>()
      for (const step of sequence) {
        if (step.edit === 'publish') {
          const set = await editors.publish(_id)
          if ('questions' in set) sets[set.number - 1] = set
        } else if (step.edit === 'submit') {
          const set = sets[step.at % Math.max(sets.length, 1)]
          if (!set) continue
          const answers = answersTo(set, step.at)
          const extra = Object.fromEntries(answers.map(([one, value]) => [one, value]))
          const body = { intake: _id, ...anotherPerson(), questionSet: set.number, extra }
          const sent = await ask(api.public.submit, { body: submission(choices, body) })
          if (sent.status !== 201) refused.push(sent.body)
          expected.set(
            sent.body.referenceId,
            answers.map(([one, , text]) => [one, text]),
          )
        } else {
          const { draft } = await editors.read(_id)
          const saved = await editors.save(_id, edited(draft.questions, step), draft.updatedAt)
          if (saved.status !== 200) refused.push(saved.body)
        }
      }
      expect(refused).toEqual([])
      await editors.publish(_id)
      const query = { intake: _id }
      const { body } = await ask(api.attachments.list, { token, query })
      const found = new Map((body as Application[]).map((one) => [one.referenceId, one]))
      const { text } = await ask(api.attachments.export, { token, query })
      const lines = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
      const { length } = (await ask(api.attachments.export, { token })).text
        .split('\r\n')[0]!
        .split(',')
      const { body: published } = await ask(api.intakeQuestions.sets, { token, id: _id })
      const columns = orderOf(published)
      expect(lines[0]!.length - length).toBe(columns.length)
      for (const [reference, answers] of expected) {
        const shown = found
          .get(reference)!
          .extra.map(({ question: one, text: words }) => [one, words])
        expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(answers))
        const cells = lines
          .find(([first]) => first === reference)!
          .slice(-columns.length || Infinity)
        for (const [one, words] of answers) expect(cells[columns.indexOf(one)]).toBe(words)
      }
    }),
    { numRuns: 12, seed: 44 },
  )
}, 60_000)

/** The columns as the newest set orders them: asked, stopped, then those of older sets only. */
function orderOf(sets: QuestionSet[]) {
  const [newest] = sets
  const inNewest = (newest?.questions ?? []).toSorted(
    (a, b) => Number(a.stopped) - Number(b.stopped),
  )
  const all = [...inNewest, ...sets.flatMap(({ questions }) => questions)]
  return [...new Set(all.map(({ _id }) => _id))]
}

test('while staff publish again and again, 16 people apply and nobody is refused', async () => {
  const { _id } = await actors.create(9)
  const first = await editors.ask(_id, [question('Question 0', { required: true })])
  const people = Array.from({ length: 16 }, async (_, index) => {
    const { body: intakes } = await ask(api.public.intakes)
    const { number, questions } = intakes.find((one: { _id: string }) => one._id === _id).questions
    const extra = Object.fromEntries(
      questions.map((one: IntakeQuestion) => [one._id, `Answer ${index}`]),
    )
    const body = { ...anotherPerson(), intake: _id, questionSet: number, extra }
    return ask(api.public.submit, { body: submission(choices, body) })
  })
  const questions: object[] = [...first.questions]
  for (let round = 1; round < 6; round++) {
    questions.push(question(`Question ${round}`, { required: true }))
    const { body } = await editors.save(_id, questions)
    questions.splice(0, Infinity, ...body.draft.questions)
    await editors.publish(_id)
  }
  expect((await Promise.all(people)).map(({ status }) => status)).toEqual(Array(16).fill(201))
  const { body } = await ask(api.attachments.list, { token, query: { intake: _id } })
  const [{ _id: asked }] = first.questions as [IntakeQuestion]
  const answers = (body as Application[]).map(({ extra }) =>
    extra.find((one) => one.question === asked),
  )
  expect(new Set(answers.map((one) => one?.text)).size).toBe(16)
})
