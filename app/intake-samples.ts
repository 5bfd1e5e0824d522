import type { IntakeOnPage, IntakesOnPage } from '../contract/intakes-on-page.ts'

const intake: IntakeOnPage = {
  _id: '0199d2c0-0000-7000-8000-000000000000',
  name: 'September to December',
  name_sw: 'Septemba hadi Desemba',
  opensAt: '2026-05-31T21:00:00.000Z',
  closesAt: '2026-07-31T21:00:00.000Z',
  startsOn: '2026-09-01',
  endsOn: '2026-12-18',
  departments: [
    { _id: '0199d2c0-0000-7000-8000-000000000001', name: 'Tech' },
    { _id: '0199d2c0-0000-7000-8000-000000000002', name: 'Creatives' },
  ],
  phase: 'open',
  isToday: false,
}

/** Intakes that together show every kind of markup of the landing page. */
export const intakeSamples: IntakesOnPage[] = [
  { hasAny: true, intakes: [] },
  { hasAny: true, intakes: [intake, { ...intake, departments: [], isToday: true }] },
  { hasAny: true, intakes: [intake, { ...intake, phase: 'planned' }] },
  { hasAny: true, intakes: [{ ...intake, phase: 'planned' }] },
  { hasAny: true, intakes: [{ ...intake, phase: 'late' }] },
]
