import {
  BarChart3Icon,
  ClipboardListIcon,
  GraduationCapIcon,
  HistoryIcon,
  HourglassIcon,
  LandmarkIcon,
  MailIcon,
  NetworkIcon,
  UsersIcon,
} from 'lucide-react'

/** Screens in the navigation. Each has a path below /admin and a module in `app/routes/admin`. */
export const screens = [
  { name: 'Dashboard', path: '', module: 'dashboard', icon: BarChart3Icon },
  {
    name: 'Applications',
    path: 'industrial-attachments',
    module: 'applications',
    icon: ClipboardListIcon,
  },
  { name: 'Messages', path: 'messages', module: 'messages', icon: MailIcon },
  { name: 'Departments', path: 'departments', module: 'departments', icon: NetworkIcon },
  { name: 'Institutions', path: 'institutions', module: 'institutions', icon: LandmarkIcon },
  { name: 'Courses', path: 'courses', module: 'courses', icon: GraduationCapIcon },
  { name: 'Users', path: 'users', module: 'users', icon: UsersIcon },
  { name: 'History', path: 'history', module: 'history', icon: HistoryIcon },
  { name: 'Retention', path: 'retention', module: 'retention', icon: HourglassIcon },
]
