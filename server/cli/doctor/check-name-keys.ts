import { findStaleRows, type Twins } from '../../database/stale-columns.ts'
import type { Database } from '../../database/tables.ts'
import { commandLine } from '../command.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'

/** Finds outdated keys and search texts of names, and names that earlier versions accepted twice. */
export async function checkNameKeys(db: Database): Promise<Finding[]> {
  const { stale, twins } = await findStaleRows(db)
  const repair = commandLine('doctor', '--repair')
  const rename = `Rename or delete one of them in the back office, then run ${repair}.`
  const findings = twins.map((one) => warningFinding(describe(one), rename))
  if (stale.length === 0) return findings
  const what = `Names have outdated keys or words in the search: ${stale.length.toLocaleString('en')}`
  return [...findings, problemFinding(what, `${repair} fixes it.`)]
}

function describe({ table, what, values: [one, other] }: Twins) {
  return `Two ${table} have the same ${what}: "${one}" and "${other}"`
}
