import data, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data/forLegacyNode'

/** Oldest browsers that the public pages support (docs/decisions/0017). */
export const promisedBrowsers = {
  chrome: '99',
  chrome_android: '99',
  firefox: '100',
  firefox_android: '100',
  safari: '15.4',
  safari_ios: '15.4',
  samsunginternet_android: '18',
}

const { api, css, javascript } = data
export { css }

/** Member of an interface, or of an object such as `Math`, in the compatibility data. */
interface Member {
  owner: string
  /** `size`, or `@@iterator` for a symbol. */
  name: string
  /** Undefined for JavaScript, whose data do not tell. */
  isStatic: boolean | undefined
  isPromised: boolean
}

/** Groups of interfaces and other global objects. Members of `Intl` and `Temporal` have members, too. */
const groups = [
  { prefix: '', group: api },
  { prefix: '', group: javascript.builtins },
  { prefix: 'Intl.', group: javascript.builtins?.['Intl'] },
  { prefix: 'Temporal.', group: javascript.builtins?.['Temporal'] },
]

export const members: Member[] = groups.flatMap(({ prefix, group }) =>
  subfeatures(group).flatMap(([owner, feature]) =>
    subfeatures(feature).flatMap(([key, member]) => {
      const [, name = '', suffix] = /^(@@\w+|[^_]+)(_static)?$/.exec(key) ?? []
      // Other keys name parts of a member, such as `options_parameter`, or its constructor.
      if (!name || key === owner) return []
      const isStatic = group === api ? suffix !== undefined : undefined
      return { owner: prefix + owner, name, isStatic, isPromised: isPromised(member) }
    }),
  ),
)

/** Global names that a promised browser lacks. */
export const newGlobals = namesOf([api, javascript.builtins, api?.['Window']], isGlobalPromised)

/** Interfaces whose constructor a promised browser lacks. */
export const newConstructors = namesOf([api, javascript.builtins], isConstructorPromised)

/** True if all promised browsers support the feature by its own name, without a flag. */
export function isPromised({ __compat }: Identifier) {
  if (!__compat) return true
  return Object.entries(promisedBrowsers).every(([browser, version]) =>
    statementsOf(__compat, browser).some(
      (statement) =>
        !statement.flags &&
        !statement.prefix &&
        !statement.alternative_name &&
        statement.version_added !== false &&
        !isAfter(statement.version_added, version) &&
        (!statement.version_removed || isAfter(statement.version_removed, version)),
    ),
  )
}

/** The parts of a feature by their keys. */
export function subfeatures(feature: Identifier | undefined) {
  const entries = Object.entries(feature ?? {}) as [string, Identifier][]
  return entries.filter(([key]) => key !== '__compat')
}

/** Names that no group has as a promised feature. */
function namesOf(
  allGroups: (Identifier | undefined)[],
  isNamePromised: (name: string, feature: Identifier) => boolean,
) {
  const all = allGroups.flatMap(subfeatures).filter(([name]) => /^[^_]+$/.test(name))
  const promised = all.filter(([name, feature]) => isNamePromised(name, feature))
  const promisedNames = new Set(promised.map(([name]) => name))
  return new Set(all.map(([name]) => name).filter((name) => !promisedNames.has(name)))
}

/** A class of JavaScript, such as `Iterator`, came no earlier than its constructor. */
function isGlobalPromised(name: string, feature: Identifier) {
  const isOfJavaScript = feature === javascript.builtins?.[name]
  return isPromised(feature) && (!isOfJavaScript || isConstructorPromised(name, feature))
}

function isConstructorPromised(name: string, feature: Identifier) {
  return isPromised(feature[name] ?? {})
}

function statementsOf({ support }: CompatStatement, browser: string): SimpleSupportStatement[] {
  const statements = support[browser as keyof typeof support]
  // Without data for a browser, nothing says that it lacks the feature.
  return statements ? [statements].flat() : [{ version_added: '0' }]
}

/** Compares versions such as `15.4`, `≤37` and `preview`. */
function isAfter(version: string, other: string) {
  if (version === 'preview') return true
  const [major = 0, minor = 0] = numbersIn(version)
  const [otherMajor = 0, otherMinor = 0] = numbersIn(other)
  return major > otherMajor || (major === otherMajor && minor > otherMinor)
}

function numbersIn(version: string) {
  return version.replace('≤', '').split('.').map(Number)
}
