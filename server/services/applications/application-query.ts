import { sql, type SqlBool } from 'kysely'

import type {
  ApplicationExportQuery,
  ApplicationQuery,
  ApplicationStatus,
} from '../../../contract/application.ts'
import { lookupKinds, type LookupKind } from '../../database/lookup-kinds.ts'
import { termsOf } from '../../database/search-text.ts'

/** Which applications somebody asks for. */
export type Filters = ApplicationQuery & Pick<ApplicationExportQuery, 'ids'>

export type Flag = 'is_archived' | 'is_accepted'

/** What some flags must be. */
export type Flags = [Flag, boolean][]

/** What the flags of the applications must be that a query asks for. */
export function flagConditions({
  view,
  status,
  includeArchived,
  accepted,
  decision,
}: ApplicationQuery) {
  const flags: Flags = []
  // What is declined or withdrawn is archived: said twice, PostgreSQL takes it to be rarer than it is.
  if (view && !(view === 'archived' && decision)) flags.push(['is_archived', view === 'archived'])
  if (status) flags.push(...statuses[status])
  else if (!view && !decision && includeArchived === 'false') flags.push(['is_archived', false])
  if (accepted) flags.push(['is_accepted', accepted === 'true'])
  return flags
}

/** The rule of section 4: archived before accepted before pending. */
export const statuses: Record<ApplicationStatus, Flags> = {
  pending: [
    ['is_archived', false],
    ['is_accepted', false],
  ],
  accepted: [
    ['is_archived', false],
    ['is_accepted', true],
  ],
  archived: [['is_archived', true]],
}

/** By what a query chooses applications, besides their flags. */
export function activeFilters({ q = '', ids, since, before, decision, ...query }: Filters) {
  const by: ('words' | 'ids' | 'time' | 'decision' | LookupKind)[] = []
  if (termsOf(q).length > 0) by.push('words')
  if (ids) by.push('ids')
  if (since || before) by.push('time')
  if (decision) by.push('decision')
  return [...by, ...lookupKinds.filter((key) => query[key])]
}

/** In words by which SQLite does not choose an index: it is to choose the one that sorts. */
export const unindexedFlag = (column: string, value: boolean) =>
  sql<SqlBool>`${value ? sql`` : sql`not `}${sql.ref(column)}`
