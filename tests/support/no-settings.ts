import { settingNames } from '../../server/settings.ts'

/**
 * Every setting as an empty variable, which counts as none: what stands in the developer's `.env` or
 * environment is not for tests, which would send to its mail server and write into its database.
 */
export const noSettings = Object.fromEntries(settingNames.map((name) => [name, '']))
