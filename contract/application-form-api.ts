import * as z from 'zod/mini'
import { applicationReceipt, applicationSubmission, idempotencyHeaders } from './application.ts'
import { course } from './course.ts'
import { department } from './department.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { institution } from './institution.ts'
import { submissionPath } from './constants.ts'

/** The calls of the public application form: a phone loads them without the back office's. */
export const applicationForm = {
  submit: endpoint({
    method: 'POST',
    path: submissionPath,
    summary: 'Apply for an industrial attachment',
    access: 'public',
    status: 201,
    headers: idempotencyHeaders,
    body: applicationSubmission,
    response: applicationReceipt,
  }),
  institutions: endpoint({
    method: 'GET',
    path: '/users/institutions',
    summary: 'Institutions to choose from, by name',
    access: 'public',
    status: 200,
    response: z.array(z.pick(institution, { _id: true, name: true, county: true })),
  }),
  departments: endpoint({
    method: 'GET',
    path: '/users/departments',
    summary: 'Departments to choose from, by name',
    access: 'public',
    status: 200,
    response: z.array(z.pick(department, { _id: true, name: true })),
  }),
  courses: endpoint({
    method: 'GET',
    path: '/users/courses',
    summary: 'Courses to choose from, by name; of one institution where it is named',
    access: 'public',
    status: 200,
    query: z.object({ institution: z.optional(id) }),
    response: z.array(
      z.pick(course, { _id: true, name: true, institution: true, certification: true }),
    ),
  }),
} as const
