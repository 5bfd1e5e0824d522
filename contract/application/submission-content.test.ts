import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { applicationSubmission } from './application.ts'
import { contentOf } from './submission-content.ts'

const answers = applicationSubmission.parse({
  first_name: 'Zawadi',
  last_name: 'Mwangi',
  phone_number: '0712 345 678',
  email: 'zawadi@example.org',
  gender: 'Female',
  date_of_birth: '2004-03-27',
  residential_location: 'Nyali, Mombasa',
  institution: '01890000-0000-7000-8000-000000000001',
  department: '01890000-0000-7000-8000-000000000002',
  course: '01890000-0000-7000-8000-000000000003',
  year_of_study: 'Year 3',
  expected_graduation_date: '2027-12-01',
  about_yourself: 'I repair radios.',
  community_engagement_statement: 'I teach swimming.',
  understanding_of_swahilipot: 'A roof for ideas.',
  linkedin_url: 'https://www.linkedin.com/in/zawadi',
  resume_url: 'https://files.example.com/cv.pdf',
  cover_letter_url: 'https://files.example.com/letter.pdf',
  agree_terms: true,
})

const fingerprint = (content: typeof answers) =>
  hash('sha256', JSON.stringify(contentOf(content)), 'base64url')

test('the content has the fingerprint that the first version stored for it', () => {
  expect(fingerprint(answers)).toBe('fS2-MV1gOS-1N19nKhaj1ASQSUJKj6nqbkZtnMqsG5w')
})

test('a question that came with an upgrade does not change the content unless it is answered', () => {
  const withLater = (answer: string | null) =>
    fingerprint(Object.assign({ another_question: answer }, answers))
  expect(withLater(null)).toBe(fingerprint(answers))
  expect(withLater('Monday')).not.toBe(fingerprint(answers))
})

test('the order of later questions does not change the content', () => {
  const [one, other] = [{ question_a: 'A' }, { question_b: 'B' }]
  expect(fingerprint({ ...one, ...answers, ...other })).toBe(
    fingerprint({ ...other, ...answers, ...one }),
  )
})

test('the same answers in another language have the same content', () => {
  expect(fingerprint({ ...answers, language: 'sw', consent: 'sw-1' })).toBe(fingerprint(answers))
})

test('a file counts by its hash, and only if there is one', () => {
  const file = { resume_document: 'a'.repeat(64) }
  const withFile = fingerprint({ ...answers, ...file })
  expect(fingerprint({ ...file, ...answers, resume_document: 'a'.repeat(64) })).toBe(withFile)
  expect(withFile).not.toBe(fingerprint(answers))
  expect(fingerprint({ ...answers, resume_document: 'b'.repeat(64) })).not.toBe(withFile)
  expect(fingerprint({ ...answers, cover_letter_document: 'a'.repeat(64) })).not.toBe(withFile)
  expect(fingerprint({ ...answers, resume_document: null, cover_letter_document: null })).toBe(
    fingerprint(answers),
  )
})
