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
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
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
  const [reading, writing] = [{ action: certificates.read }, { action: certificates.write }];
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

  const issue = { body: certificatesInput, response: responses(201, z.array(certificate)) };
  api.post(certificates.path, { config: writing, schema: issue }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 201,
      work: (tx) => issueCertificates(writerOf(request, tx), request.body.enrolmentIds),
    }),
  );

  const revoke = {
    params: z.object({ id }),
    body: certificateRevoke,
    response: responses(200, certificate),
  };
  api.post(
    `${certificates.path}/:id/revoke`,
    { config: writing, schema: revoke },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) =>
          revokeCertificate(writerOf(request, tx), request.params.id, request.body.reason),
      }),
  );
}
