import { useState } from 'react'
import { Link } from 'react-router'

import type { Application } from '../../../../contract/application/application.ts'
import { Button } from '../../../ui/button.tsx'
import { UnlistedDialog } from '../dialogs/unlisted-dialog.tsx'

/** Asks staff to confirm a typed institution or course; renders nothing if both are in the list. */
export function UnlistedNote({ application }: { application: Application }) {
  const [isOpen, setIsOpen] = useState(false)
  const { institution_name, course_name } = application
  if (institution_name === null && course_name === null) return null
  return (
    <section className="mb-5 rounded-md border border-l-8 border-mango-400 bg-white px-4 py-3 text-sm">
      <h3 className="text-lg">Not in the list</h3>
      {institution_name === null ? null : <Line label="Institution">{institution_name}</Line>}
      {course_name === null ? null : <Line label="Course">{course_name}</Line>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button size="sm" variant="outline" onClick={() => setIsOpen(true)}>
          Add or choose
        </Button>
        <Link className="link" to="/admin/industrial-attachments?view=all&unlisted=true">
          All such applications
        </Link>
      </div>
      {isOpen ? (
        <UnlistedDialog application={application} onClose={() => setIsOpen(false)} />
      ) : null}
    </section>
  )
}

function Line({ label, children }: { label: string; children: string }) {
  return (
    <p className="wrap-anywhere">
      <span className="text-muted">{label}:</span> <span dir="auto">{children}</span>
    </p>
  )
}
