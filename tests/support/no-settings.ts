import { settingNames } from '../../server/settings.ts'

/**
 * Every setting as an empty variable, which counts as missing, and an empty file in place of `.env`.
 * Without it, tests would use the mail server and the database of the developer.
 */
export const noSettings = {
  ...Object.fromEntries(settingNames.map((name) => [name, ''])),
  ENV_FILE: '/dev/null',
}
