import * as z from 'zod/mini';
import { certificates } from '#contract/words/certificate-code.ts';
import {
  certificate,
  certificateCheck,
  certificateCheckQuery,
  certificateRevoke,
  certificatesInput,
  certificatesQuery,
} from '#contract/classes/certificates.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import {
  checkCertificate,
  issueCertificates,
  readCertificates,
  revokeCertificate,
} from './certificates.service.ts';

/**
 * Certificates are issued to students who passed, checked by their QR code, and revoked with a
 * reason.
 */
export function certificateRoutes(api: Api, { db }: Services): void {
  const reading = { action: certificates.read } as const;
  const list = { querystring: certificatesQuery, response: responses(200, z.array(certificate)) };
  api.get(certificates.path, { config: reading, schema: list }, (request) =>
    readCertificates(db, currentUser(request), request.query),
  );

  const checking = {
    querystring: certificateCheckQuery,
    response: responses(200, certificateCheck),
  };
  api.get(`${certificates.path}/check`, { config: reading, schema: checking }, (request) =>
    checkCertificate(db, request.query),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: certificates.path,
    action: certificates.write,
    body: certificatesInput,
    status: 201,
    answer: z.array(certificate),
    work: (writer, request) => issueCertificates(writer, request.body.enrolmentIds),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${certificates.path}/:id/revoke`,
    action: certificates.write,
    params: z.object({ id }),
    body: certificateRevoke,
    status: 200,
    answer: certificate,
    work: (writer, request) => revokeCertificate(writer, request.params.id, request.body.reason),
  });
}
