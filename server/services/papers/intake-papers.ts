import {
  isStandardPaper,
  type PaperPurpose,
  paperPurposes,
  standardPapers,
} from '../../../contract/intake/paper-kinds.ts'
import { type AskedPaper, type IntakePaper, noPapers } from '../../../contract/intake/papers.ts'
import { translateMessage } from '../../../contract/language/kiswahili-server.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { conflict } from '../domain-error.ts'
import { countRows, deleteRows, insertRows } from '../rows.ts'

export async function papersOfIntakes(db: Database, ids: string[]) {
  const rows = await db.selectFrom('intake_papers').selectAll().where('intake', 'in', ids).execute()
  const byIntake = Map.groupBy(rows, ({ intake }) => intake)
  return (intake: string) =>
    withStandard((byIntake.get(intake) ?? []).map(({ intake: _, ...paper }) => paper))
}

/** The papers in their order. A standard one that is left out is not asked for, and has no name. */
function withStandard(papers: IntakePaper[]): IntakePaper[] {
  const given = papers.map((paper) =>
    paper.purpose in standardPapers ? { ...paper, name: null, name_sw: null } : paper,
  )
  const purposes = new Set(given.map(({ purpose }) => purpose))
  return inPaperOrder([...given, ...noPapers.filter(({ purpose }) => !purposes.has(purpose))])
}

/** Papers in their order, each with its name in both languages. */
export function askedNames(
  papers: Pick<IntakePaper, 'purpose' | 'name' | 'name_sw'>[],
): AskedPaper[] {
  const named = papers.map(({ purpose, name, name_sw }) => {
    if (!isStandardPaper(purpose)) return { purpose, name: name ?? '', name_sw }
    const standard = standardPapers[purpose]
    return { purpose, name: standard, name_sw: translateMessage('sw', standard) }
  })
  return inPaperOrder(named)
}

export function inPaperOrder<Paper extends { purpose: PaperPurpose }>(papers: Paper[]) {
  return papers.toSorted(
    (a, b) => paperPurposes.indexOf(a.purpose) - paperPurposes.indexOf(b.purpose),
  )
}

export function arePapersChanged(stored: IntakePaper[], wanted: IntakePaper[]) {
  const textOf = (papers: IntakePaper[]) =>
    JSON.stringify(
      papers.map((one) => [one.purpose, one.name, one.name_sw, one.asked, one.dueDays]),
    )
  return textOf(stored) !== textOf(withStandard(wanted))
}

/** Stores the papers of an intake. Returns the error if one is removed of which there are files. */
export async function storePapers(transaction: Transaction, intake: string, wanted: IntakePaper[]) {
  // The row locks wait for applicants who are sending such papers, and let no further one in.
  const stored = await transaction
    .selectFrom('intake_papers')
    .select(['purpose', 'name'])
    .where('intake', '=', intake)
    .orderBy('purpose')
    .forUpdate()
    .execute()
  const kept = new Set(wanted.map(({ purpose }) => purpose))
  for (const { purpose, name } of stored) {
    if (kept.has(purpose)) continue
    const files = await countRows(
      transaction
        .selectFrom('papers')
        .innerJoin('attachments', 'attachments._id', 'papers.attachment')
        .where('attachments.intake', '=', intake)
        .where('papers.purpose', '=', purpose),
    )
    if (files === 0) continue
    const sent = files === 1 ? 'one applicant has' : `${files.toLocaleString('en')} applicants have`
    const what = name ?? Object(standardPapers)[purpose]
    return conflict(
      `${what}: ${sent} sent it, so it cannot be removed. Choose “never” to ask nobody else for it.`,
      'papers',
    )
  }
  await deleteRows(transaction, 'intake_papers', { intake })
  const rows = withStandard(wanted).map((paper) => ({ intake, ...paper }))
  await insertRows(transaction, 'intake_papers', rows)
  return undefined
}
