import {
  BarChart3Icon,
  CalendarRangeIcon,
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

/** Screens in the navigation. */
export const screens: readonly Screen[] = [
  { name: 'Dashboard', path: '', module: 'dashboard', icon: BarChart3Icon },
  {
    name: 'Applications',
    path: 'industrial-attachments',
    module: 'applications',
    icon: ClipboardListIcon,
  },
  { name: 'Intakes', path: 'intakes', module: 'intakes', icon: CalendarRangeIcon },
  { name: 'Placements', path: 'placements', module: 'placements', icon: IdCardLanyardIcon },
  { name: 'Messages', path: 'messages', module: 'messages', icon: MailIcon },
  { name: 'Website', path: 'website', module: 'website', icon: GlobeIcon, isForEditors: true },
  { name: 'Departments', path: 'departments', module: 'departments', icon: NetworkIcon },
  { name: 'Institutions', path: 'institutions', module: 'institutions', icon: LandmarkIcon },
  { name: 'Courses', path: 'courses', module: 'courses', icon: GraduationCapIcon },
  { name: 'Users', path: 'users', module: 'users', icon: UsersIcon },
  { name: 'History', path: 'history', module: 'history', icon: HistoryIcon },
  { name: 'Retention', path: 'retention', module: 'retention', icon: HourglassIcon },
]

/** The screens that a user may open. Everybody may also open the own account. */
export function screensOf({ role }: Pick<User, 'role'>) {
  return role === 'admin' ? screens : screens.filter(({ isForEditors }) => isForEditors)
}

/** Whether a user may open a path of the back office. */
export function mayOpen(user: Pick<User, 'role'>, pathname: string) {
  const path = pathname.replace(/\/$/, '')
  const paths = screensOf(user).map(pathOf)
  return (
    isStaff(user) &&
    ([...paths, accountPath].includes(path) ||
      // A page about one record belongs to the screen of its list.
      paths.some((screen) => screen !== '/admin' && path.startsWith(`${screen}/`)))
  )
}

export const accountPath = '/admin/account'

export const pathOf = ({ path }: Pick<Screen, 'path'>) => `/admin${path && `/${path}`}`
