import { sql } from 'kysely'

import { roles } from '../../../contract/constants.ts'
import type { Database } from '../../database/tables.ts'
import { checkRows, type RowCheck } from './check-rows.ts'
import { commandLine } from '../command.ts'
import { problemFinding, type Finding } from './finding.ts'

/** Checks that somebody can sign in as an administrator, and that the roles are known. */
export async function checkUsers(db: Database): Promise<Finding[]> {
  return [...(await checkRows(db, [unknownRole])), ...(await checkAdministrators(db))]
}

/** Condition: the role of a user is none of the product's. */
export const hasUnknownRole = sql<boolean>`role not in (${sql.join(roles.map((role) => sql.lit(role)))})`

const unknownRole: RowCheck = {
  what: 'Users have an unknown role, so the screen Users fails',
  todo: `${commandLine('doctor', '--repair')} makes them users without rights. Then give them a role in the back office.`,
  table: 'users',
  where: hasUnknownRole,
}

async function checkAdministrators(db: Database): Promise<Finding[]> {
  const administrators = await db
    .selectFrom('users')
    .select('password')
    .where('role', '=', 'admin')
    .execute()
  if (administrators.length === 0) {
    const todo =
      'Set ADMIN_EMAIL to an address that no user has, then restart the server: it creates one, and prints the password unless ADMIN_PASSWORD is set.'
    return [problemFinding('There is no administrator', todo)]
  }
  if (administrators.some(({ password }) => password !== null)) return []
  const todo = `${commandLine('recover-admin', 'EMAIL')} prints a link to set a password.`
  return [problemFinding('No administrator has a password, so nobody can sign in', todo)]
}
