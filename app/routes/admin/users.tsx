import { useState } from 'react'

import type { User } from '../../../contract/account/user.ts'
import { api } from '../../../contract/api.ts'
import { Placeholder, SelectField, TextField } from '../../forms/fields.tsx'
import { todayInKenya } from '../../lib/today.ts'
import { Badge } from '../../ui/badge.tsx'
import { PasswordLinkDialog, usePasswordLink } from '../../admin/account/password-link.tsx'
import { UserAccessDialog, UserMenu } from '../../admin/account/user-menu.tsx'
import { DateOnly } from '../../admin/date-time.tsx'
import { created, EntityPage } from '../../admin/entities/entity-page.tsx'
import type { Entity } from '../../admin/entities/entity.ts'
import { useTotal } from '../../admin/lists/use-list.ts'
import { StatCards } from '../../admin/stat-cards.tsx'

export const meta = () => [{ title: 'Users · Back office' }]

/** A new user cannot sign in without a password, so the link to set one opens at once. */
export default function Users() {
  const link = usePasswordLink()
  const [accessOf, setAccessOf] = useState<User | null>(null)
  const rowMenu = (user: User) => (
    <UserMenu user={user} onLink={() => link.mutate(user)} onAccess={() => setAccessOf(user)} />
  )
  return (
    <>
      <EntityPage entity={{ ...users, rowMenu }} onCreated={(user) => link.mutate(user)} />
      {/* Not in a row: a row that leaves the list would take them along. */}
      <PasswordLinkDialog link={link} />
      {accessOf ? <UserAccessDialog user={accessOf} onClose={() => setAccessOf(null)} /> : null}
    </>
  )
}

const users: Entity<User> = {
  title: 'Users',
  one: 'User',
  plural: 'users',
  loaded: 'users',
  calls: api.users,
  search: 'Search users...',
  empty: () => 'No users found',
  columns: [
    {
      header: 'Name',
      sort: 'name',
      cell: ({ name, role, secondFactorSince }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {role === 'admin' ? <Badge tone="good">Administrator</Badge> : null}
          {role === 'editor' ? <Badge tone="good">Editor</Badge> : null}
          {secondFactorSince === null ? null : <Badge>Two-step sign-in</Badge>}
        </span>
      ),
      card: 'title',
    },
    {
      header: 'Email',
      sort: 'email',
      cell: ({ email }) => email,
    },
    created,
    {
      header: 'Last Updated',
      sort: 'updatedAt',
      cell: ({ updatedAt }) => <DateOnly of={updatedAt} />,
      className: 'w-32',
    },
  ],
  labels: { name: 'Name', email: 'Email', role: 'Role' },
  defaults: { role: 'user' },
  fields: (group) => (
    <>
      <TextField {...group} name="name" autoComplete="off" />
      <TextField {...group} name="email" type="email" autoComplete="off" />
      <SelectField
        {...group}
        name="role"
        hint="Only administrators and editors may enter the back office; an editor changes the website and nothing else. A new user sets a password with a one-time link."
      >
        <Placeholder>Choose a role</Placeholder>
        <option value="user">User</option>
        <option value="editor">Editor</option>
        <option value="admin">Administrator</option>
      </SelectField>
    </>
  ),
  stats: <Stats />,
}

/** Cards with user counts. All users count as active. */
function Stats() {
  const total = useTotal(api.users.list, 'users')
  const recent = useTotal(api.users.list, 'users', { since: startOfMonth() })
  return (
    <StatCards
      loads={[total, recent]}
      stats={[
        { label: 'Total Users', value: total.data },
        { label: 'Active Users', value: total.data },
        { label: 'New This Month', value: recent.data },
      ]}
    />
  )
}

function startOfMonth() {
  return `${todayInKenya().slice(0, 7)}-01T00:00:00+03:00`
}
