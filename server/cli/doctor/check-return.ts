import { openDatabase } from '../../database/open.ts'
import { locationOf, type Settings } from '../../settings.ts'
import { problemFinding, type Finding } from './finding.ts'

/** Finds accounts that 0.1.0, the release before this one, does not understand: it has no editors. */
export async function checkReturn(settings: Settings): Promise<Finding[]> {
  const { db } = openDatabase(locationOf(settings))
  try {
    const editors = await db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'editor')
      .orderBy('email')
      .execute()
    return editors.map(({ email }) =>
      problemFinding(
        `${email} is an editor, which the release before this one does not know`,
        'Make this person a user or an administrator, on the screen Users.',
      ),
    )
  } finally {
    await db.destroy()
  }
}
