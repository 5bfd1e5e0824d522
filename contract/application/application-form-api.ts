import * as z from 'zod/mini'
import { applicationReceipt, applicationSubmission, idempotencyHeaders } from './application.ts'
import { course } from '../course.ts'
import { department } from '../department.ts'
import { publicCall } from '../endpoint.ts'
import { id } from '../fields.ts'
import { institution } from '../institution.ts'
import { intakeAlertInput, publicIntake } from '../intake/intake.ts'
import { submissionPath } from '../constants.ts'

/**
 * The API calls of the public application form. They are in a separate file, so that phones do not
 * download the calls of the back office.
 */
export const applicationForm = {
  submit: publicCall.post(submissionPath, 'Apply for an industrial attachment', {
    status: 201,
    headers: idempotencyHeaders,
    body: applicationSubmission,
    response: applicationReceipt,
  }),
  institutions: publicCall.get('/users/institutions', 'Institutions to choose from, by name', {
    response: z.array(z.pick(institution, { _id: true, name: true, county: true })),
  }),
  departments: publicCall.get('/users/departments', 'Departments to choose from, by name', {
    response: z.array(z.pick(department, { _id: true, name: true, name_sw: true })),
  }),
  courses: publicCall.get(
    '/users/courses',
    'Courses to choose from, by name; of one institution where it is named',
    {
      query: z.object({ institution: z.optional(id) }),
      response: z.array(
        z.pick(course, {
          _id: true,
          name: true,
          label: true,
          institution: true,
          certification: true,
        }),
      ),
    },
  ),
  intakes: publicCall.get('/users/intakes', 'Open and planned intakes, the first to close first', {
    response: z.array(publicIntake),
  }),
  notifyOfIntake: publicCall.post(
    '/users/intakes/notify',
    'Ask for one e-mail when the next intake opens',
    { status: 201, body: intakeAlertInput },
  ),
} as const
