import {
  BarChart3Icon,
  CalendarRangeIcon,
  CircleUserIcon,
  ClipboardListIcon,
  GlobeIcon,
  GraduationCapIcon,
  HistoryIcon,
  HourglassIcon,
  IdCardLanyardIcon,
  LandmarkIcon,
  type LucideIcon,
  MailIcon,
  NetworkIcon,
  UsersIcon,
} from 'lucide-react'

import type { User } from '../../contract/account/user.ts'
import { isStaff } from './is-staff.ts'

interface Screen {
  name: string
  /** The path below /admin. */
  path: string
  /** The module in `app/routes/admin`. */
  module: string
  icon: LucideIcon
  /** By default, a screen is for administrators only. */
  isForEditors?: true
}

interface ScreenGroup {
  name: string
  screens: readonly Screen[]
}

/** The own account. The navigation shows the user's name with it. */
export const accountScreen: Screen = {
  name: 'Account',
  path: 'account',
  module: 'account',
  icon: CircleUserIcon,
  isForEditors: true,
}

const groups: readonly ScreenGroup[] = [
  {
    name: 'Work',
    screens: [
      { name: 'Dashboard', path: '', module: 'dashboard', icon: BarChart3Icon },
      {
        name: 'Applications',
        path: 'industrial-attachments',
        module: 'applications',
        icon: ClipboardListIcon,
      },
      { name: 'Placements', path: 'placements', module: 'placements', icon: IdCardLanyardIcon },
      { name: 'Messages', path: 'messages', module: 'messages', icon: MailIcon },
    ],
  },
  {
    name: 'Season',
    screens: [{ name: 'Intakes', path: 'intakes', module: 'intakes', icon: CalendarRangeIcon }],
  },
  {
    name: 'Site',
    screens: [
      { name: 'Website', path: 'website', module: 'website', icon: GlobeIcon, isForEditors: true },
    ],
  },
  {
    name: 'Lists',
    screens: [
      { name: 'Departments', path: 'departments', module: 'departments', icon: NetworkIcon },
      { name: 'Institutions', path: 'institutions', module: 'institutions', icon: LandmarkIcon },
      { name: 'Courses', path: 'courses', module: 'courses', icon: GraduationCapIcon },
      { name: 'Users', path: 'users', module: 'users', icon: UsersIcon },
    ],
  },
  {
    name: 'System',
    screens: [
      { name: 'History', path: 'history', module: 'history', icon: HistoryIcon },
      { name: 'Retention', path: 'retention', module: 'retention', icon: HourglassIcon },
      accountScreen,
    ],
  },
]

/** Every screen. Routes derive from it. */
export const screens = groups.flatMap((group) => group.screens)

/** The groups that a user sees, with the screens that the user may open. */
export function screenGroupsOf({ role }: Pick<User, 'role'>): ScreenGroup[] {
  return groups
    .map(({ name, screens: all }) => ({
      name,
      screens: role === 'admin' ? all : all.filter(({ isForEditors }) => isForEditors),
    }))
    .filter((group) => group.screens.length > 0)
}

/** The screens that a user may open. */
export function screensOf(user: Pick<User, 'role'>) {
  return screenGroupsOf(user).flatMap((group) => group.screens)
}

/** Whether a user may open a path of the back office. */
export function mayOpen(user: Pick<User, 'role'>, pathname: string) {
  const path = pathname.replace(/\/$/, '')
  const paths = screensOf(user).map(pathOf)
  return (
    isStaff(user) &&
    (paths.includes(path) ||
      // A page about one record belongs to the screen of its list.
      paths.some((screen) => screen !== '/admin' && path.startsWith(`${screen}/`)))
  )
}

export const pathOf = ({ path }: Pick<Screen, 'path'>) => `/admin${path && `/${path}`}`
