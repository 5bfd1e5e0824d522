import { settingNames } from '../../server/settings.ts'

/**
 * Every setting as an empty variable, which counts as missing. Without it, tests would use the mail
 * server and the database of the developer's `.env` or environment.
 */
export const noSettings = Object.fromEntries(settingNames.map((name) => [name, '']))
