import { expect, test } from 'vitest'
import { draftAfterBack, draftToRestore, fieldsToKeep } from './restore-rule.ts'
import type { Draft, SavedApplication } from './saved-applications.ts'

const older = draft('older', 1)
const latest = draft('latest', 2)
const queued = { ...draft('queued', 3), state: 'waiting', tries: 0, notBefore: 0, met: 'nobody' }
const received = { state: 'received', id: 'SPH-2026-00000000', was: 'sent', at: 4 }
const entries = [older, latest, queued, received] as SavedApplication[]

const fresh = { answered: false, sentKey: null, wasReloaded: false }

test.each([
  ['the latest draft', fresh, latest],
  ['the latest draft after a reload', { ...fresh, wasReloaded: true }, latest],
  [
    'the draft of the answers that were sent without scripts',
    { answered: true, sentKey: 'key of older', wasReloaded: false },
    older,
  ],
  [
    'no draft beside the answers of another person',
    { answered: true, sentKey: 'key of another', wasReloaded: false },
    undefined,
  ],
  [
    'no draft beside answers that were sent without a key',
    { answered: true, sentKey: null, wasReloaded: false },
    undefined,
  ],
  [
    'the latest draft if such answers are reloaded',
    { answered: true, sentKey: 'key of another', wasReloaded: true },
    latest,
  ],
])('restores %s', (_title, arrival, restored) => {
  expect(draftToRestore(entries, arrival)).toEqual(restored)
})

test('restores nothing if all applications are queued or received', () => {
  const others = entries.filter(({ state }) => state !== 'draft')
  expect(draftToRestore(others, fresh)).toBeUndefined()
  expect(draftToRestore([], fresh)).toBeUndefined()
})

const untouched = { answered: false, isTouched: false, hasStore: true, status: null }

test.each([
  ['typed before the scripts arrived', { isTouched: true }, 'filled'],
  ['typed before the scripts arrived, on the first visit', { hasStore: false }, 'filled'],
  ['restored by a browser without storage', { hasStore: false }, 'filled'],
  ['newer than a draft that could not be saved', { status: 'unsaved' }, 'filled'],
  ['newer than a save that a reload has cut off', { status: 'unsaved', hasStore: true }, 'filled'],
  ['restored after they were sent or cleared', {}, 'none'],
  ['received from a form without scripts', { status: 'received', hasStore: false }, 'none'],
  ['received, and typed anew', { status: 'received', isTouched: true }, 'filled'],
  ['sent without scripts, with the errors of the server', { answered: true }, 'all'],
  [
    'sent without scripts, on a page that nobody has touched since',
    { answered: true, status: 'received' },
    'all',
  ],
])('of values %s', (_title, facts, kept) => {
  expect(fieldsToKeep({ ...untouched, ...facts })).toBe(kept)
})

test.each([
  ['the same draft if nothing has changed', [latest], null],
  ['the same draft if only another one has changed', [latest, draft('other', 9)], null],
  ['what another tab has saved', [{ ...latest, at: 9 }], { ...latest, at: 9 }],
  ['an empty form if another tab has discarded the draft', [older], 'empty'],
  ['an empty form if another tab has queued it', [{ ...queued, id: 'latest' }], 'empty'],
  ['an empty form if it was received', [{ ...received, was: 'latest' }], 'empty'],
])('Back shows %s', (_title, stored, shown) => {
  expect(draftAfterBack(stored as SavedApplication[], latest)).toEqual(shown)
})

function draft(id: string, at: number): Draft {
  return { state: 'draft', id, key: `key of ${id}`, values: { first_name: id }, at, refusal: null }
}
