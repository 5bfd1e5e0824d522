import { expect, test } from 'vitest'
import { submission } from '../../../tests/support/submission.ts'
import { type PostedAnswers, nextView, viewAfterRefusal } from './next-view.ts'

const [id, otherId, departmentId] = [uuid(1), uuid(2), uuid(3)]
const key = 'k'.repeat(43)
const answers = submission({ institution: id, course: id, department: id })
const noDocuments = { ...answers, resume_url: '', cover_letter_url: '' }
const checkFields = 'Please check these fields and try again.'
const missing = 'Choose a file or give a link'
const tooLarge = 'The file is too large.'

function uuid(end: number) {
  return `01890a5d-ac96-774b-bcce-b302099a805${end}`
}

/** A POST by a button of the form, without files. */
function posted(step: string | undefined, changes: Partial<PostedAnswers> = {}): PostedAnswers {
  return { values: answers, step, hasBeenAsked: false, fileErrors: {}, goneFiles: {}, ...changes }
}

test('valid answers are shown to be checked, then submitted', () => {
  expect(nextView(posted('check'), null)).toEqual({ view: 'check', status: 200, refusal: null })
  expect(nextView(posted(undefined), null)).toMatchObject({ answers: { first_name: 'Zawadi' } })
})

test.each([
  ['change', 'form'],
  ['documents', 'documents'],
] as const)('the button %s shows the %s, whatever is filled in', (step, view) => {
  const empty = posted(step, { values: {} })
  expect(nextView(empty, null)).toEqual({ view, status: 200, refusal: null })
})

test.each(['change', 'documents', 'check', undefined])(
  'a refused file stands in the step for files: %s',
  (step) => {
    const fileErrors = { resume_file: tooLarge }
    const refusal = { message: checkFields, fields: fileErrors }
    const next = nextView(posted(step, { fileErrors }), null)
    expect(next).toEqual({ view: 'documents', status: 422, refusal })
  },
)

test('a file that is gone is named in the step for files, but not on the way to the form', () => {
  const goneFiles = { resume_file: 'This file is no longer here. Please choose it again.' }
  expect(nextView(posted('change', { goneFiles }), null)).toMatchObject({ view: 'form' })
  const refusal = { message: checkFields, fields: goneFiles }
  for (const step of ['documents', 'check']) {
    expect(nextView(posted(step, { goneFiles }), null)).toMatchObject({
      view: 'documents',
      refusal,
    })
  }
})

test('without link and file, the step for files comes first without errors, then with them', () => {
  const first = posted('check', { values: noDocuments })
  expect(nextView(first, null)).toEqual({ view: 'documents', status: 200, refusal: null })
  const fields = { resume_file: missing, cover_letter_file: missing }
  const again = { view: 'documents', status: 422, refusal: { message: checkFields, fields } }
  expect(nextView({ ...first, hasBeenAsked: true }, null)).toEqual(again)
  expect(nextView({ ...first, step: undefined }, null)).toEqual(again)
})

test('an upload key answers in place of a link', () => {
  const values = { ...noDocuments, resume_document: key, cover_letter_document: key }
  expect(nextView(posted('check', { values }), null)).toMatchObject({ view: 'check' })
})

test('a wrong link is corrected where it was typed', () => {
  const values = { ...answers, resume_url: 'javascript:alert(1)' }
  const fields = { resume_url: 'Valid URL required' }
  const refusal = { message: checkFields, fields }
  const inForm = posted('check', { values })
  expect(nextView(inForm, null)).toEqual({ view: 'form', status: 422, refusal })
  const inStep = { ...inForm, hasBeenAsked: true }
  expect(nextView(inStep, null)).toEqual({ view: 'documents', status: 422, refusal })
})

test('errors of other answers stand in the form, with those of the links', () => {
  const values = { ...noDocuments, email: 'not an address', resume_url: 'wrong link' }
  const next = nextView(posted('check', { values, hasBeenAsked: true }), null)
  expect(next).toMatchObject({ view: 'form', status: 422 })
  expect(next).toHaveProperty('refusal.fields', {
    email: 'Valid email required',
    resume_url: 'Valid URL required',
  })
})

test('of several intakes one must be chosen, with places in the department', () => {
  const days = { startsOn: '2026-05-04', endsOn: '2026-07-31' }
  const intake = { _id: id, name: 'May', departments: [], isLate: false, ...days }
  const other = { ...intake, _id: otherId, departments: [departmentId] }
  const choices = [intake, other]
  expect(nextView(posted('check'), choices)).toHaveProperty('refusal.fields.intake')
  const chosen = posted('check', { values: { ...answers, intake: intake._id } })
  expect(nextView(chosen, choices)).toMatchObject({ view: 'check' })
  const full = posted('check', { values: { ...answers, intake: other._id } })
  expect(nextView(full, choices)).toHaveProperty(
    'refusal.fields.department',
    'This intake has no places in this department',
  )
})

const mayIntake = {
  _id: id,
  name: 'May',
  departments: [],
  isLate: false,
  startsOn: '2026-05-04',
  endsOn: '2026-07-31',
}
const file = { _id: 'file', kind: 'file', label: 'Your map' } as const
const line = { _id: 'line', kind: 'line', label: 'Your school', required: true } as const
const required = { ...file, required: true } as const
const asking = { ...mayIntake, asked: { number: 2, questions: [line, file] } }

test('answers for an intake that is over say where they go, or ask for another one', () => {
  const values = { ...answers, intake: otherId }
  const closed = { status: 409, message: 'This intake has closed.' } as const
  const another = { ...mayIntake, _id: departmentId }
  for (const [choices, says] of [
    [[mayIntake], /They now go to the intake named above/],
    [[mayIntake, another], /Please choose another one/],
  ] as const) {
    const refusal = { message: expect.stringMatching(says) }
    for (const step of ['check', 'change']) {
      expect(nextView(posted(step, { values }), choices)).toMatchObject({ view: 'form', refusal })
    }
    expect(nextView(posted(undefined, { values }), choices)).toHaveProperty('answers')
    expect(viewAfterRefusal(values, closed, choices)).toMatchObject({ view: 'form', refusal })
  }
})

test('the questions of an intake are answered before the check', () => {
  const unseen = posted('check', { values: { ...answers, intake: id } })
  expect(nextView(unseen, [asking])).toMatchObject({
    view: 'form',
    refusal: { fields: { 'intake-questions': 'Please answer these questions' } },
  })
  const seen = { ...answers, intake: id, questionSet: '2' }
  const empty = nextView(posted('check', { values: { ...seen, q_line: ' ' } }), [asking])
  expect(empty).toHaveProperty('refusal.fields', { q_line: 'Required' })
  const given = posted('check', { values: { ...seen, q_line: 'Tudor', q_gone: 'x' } })
  expect(nextView(given, [asking])).toMatchObject({ view: 'check' })
  expect(nextView({ ...given, step: undefined }, [asking])).toMatchObject({
    answers: { questionSet: 2, extra: { line: 'Tudor' } },
  })
})

test('an application that names an older set is sent, whatever the newest one asks', () => {
  const values = { ...answers, intake: id, questionSet: '1', q_old: 'yes' }
  expect(nextView(posted(undefined, { values }), [asking])).toMatchObject({
    answers: { questionSet: 1, extra: { old: 'yes' } },
  })
  expect(nextView(posted('check', { values }), [asking])).toMatchObject({ view: 'form' })
})

test('the questions of another intake do not count as shown', () => {
  const other = { ...asking, _id: otherId }
  const values = { ...answers, intake: otherId, questionsOf: id, questionSet: '2', q_line: 'Tudor' }
  expect(nextView(posted('check', { values }), [asking, other])).toMatchObject({ view: 'form' })
  const back = posted(undefined, { values: { ...values, questionsOf: otherId, intake: id } })
  expect(nextView(back, [mayIntake, other])).not.toHaveProperty('answers.extra.line')
  expect(nextView(back, [mayIntake, other])).toHaveProperty('answers.questionSet', null)
  const chosen = posted('check', { values: { ...values, questionsOf: otherId } })
  expect(nextView(chosen, [asking, other])).toMatchObject({ view: 'check' })
})

test('a file that an intake requires is asked for in the step for files', () => {
  const choices = [{ ...asking, asked: { number: 2, questions: [required] } }]
  const values = { ...answers, intake: id, questionSet: '2' }
  const first = posted('check', { values })
  expect(nextView(first, choices)).toEqual({ view: 'documents', status: 200, refusal: null })
  expect(nextView({ ...first, hasBeenAsked: true }, choices)).toHaveProperty('refusal.fields', {
    q_file_file: 'Please choose a file.',
  })
  const sent = posted('check', { values: { ...values, q_file: key } })
  expect(nextView(sent, choices)).toMatchObject({ view: 'check' })
})

test.each([
  ['a sentence', { status: 503, message: 'Please wait.', retryAfter: 9 }, 'Please wait.'],
  [
    'no sentence',
    { status: 500, message: '' },
    'Failed to submit application. Please check all fields and try again.',
  ],
])('a refusal with %s shows the form with its status', (_title, outcome, message) => {
  const { status, retryAfter } = outcome as { status: number; retryAfter?: number }
  const refusal = { message, fields: {}, newKey: false }
  expect(viewAfterRefusal(answers, outcome, null)).toEqual({
    view: 'form',
    status,
    refusal,
    retryAfter,
  })
})

test('a conflict asks for a new idempotency key', () => {
  const view = viewAfterRefusal(answers, { status: 409, message: 'Received before' }, null)
  expect(view).toMatchObject({ view: 'form', refusal: { newKey: true } })
})

test('a refused document stands in the step for files, any other field in the form', () => {
  const gone = { status: 422, message: '', fields: { resume_document: 'The file is gone' } }
  expect(viewAfterRefusal(answers, gone, null)).toMatchObject({
    view: 'documents',
    status: 422,
    refusal: { message: checkFields, fields: { resume_file: 'The file is gone' } },
  })
  const fields = { ...gone.fields, course: 'Choose a course from the list' }
  expect(viewAfterRefusal(answers, { ...gone, fields }, null)).toMatchObject({
    view: 'form',
    refusal: { fields },
  })
})
