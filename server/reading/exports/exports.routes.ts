import { and, arrayContains, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { exportFormats, exportQuery } from '#contract/reports/exports.ts';
import { languages } from '#contract/language.ts';
import { parentsQuery } from '#contract/people/parents.ts';
import { paymentFilters } from '#contract/orders/payment-rows.ts';
import { productsQuery } from '#contract/stock/products.ts';
import { studentsQuery } from '#contract/people/students.ts';
import { teachersQuery } from '#contract/people/teachers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { matches } from '#server/db/search-text.ts';
import { parentFilter } from '#server/people/parents/parents.routes.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { paymentFilter } from '#server/ledger/payments/payment-filter.ts';
import { productFilter } from '#server/catalogue/products/products.service.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { refuseLate, studentFilter } from '#server/people/students/student-filter.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { sendExport } from './export-list.ts';
import { parentExport } from './parent-export.ts';
import { filtersOf, paymentExport } from './payment-export.ts';
import { productExport } from './product-export.ts';
import { studentExport } from './student-export.ts';
import { teacherExport } from './teacher-export.ts';

function studentsAsFile(api: Api, services: Services): void {
  const schema = { querystring: exportQuery(studentsQuery) };
  api.get('/students/export', { config: { action: 'students:read' }, schema }, (request, reply) => {
    const {
      format,
      language,
      sort = 'studentCode',
      page: _page,
      pageSize: _pageSize,
      count: _count,
      after: _after,
      before: _before,
      ...filters
    } = request.query;
    const user = currentUser(request);
    refuseLate(filters, user);
    const scope = ownBranchOnly(user, studentTable.homeBranchId);
    const where = and(
      scope,
      matches(studentTable.search, filters.search),
      studentFilter(filters, user),
    );
    const families = {
      table: studentTable,
      branch: studentTable.homeBranchId,
      asked: filters.branchId,
    };
    return sendExport(
      services,
      (of) => studentExport(of, user),
      { format, language, sort, where, filters, families },
      request,
      reply,
    );
  });
}

function parentsAsFile(api: Api, services: Services): void {
  const schema = { querystring: exportQuery(parentsQuery) };
  api.get('/parents/export', { config: { action: 'parents:read' }, schema }, (request, reply) => {
    const {
      format,
      language,
      sort = 'firstName',
      page: _page,
      pageSize: _pageSize,
      count: _count,
      after: _after,
      before: _before,
      ...filters
    } = request.query;
    const scope = ownBranchOnly(currentUser(request), parentTable.branchId);
    const where = and(scope, matches(parentTable.search, filters.search), parentFilter(filters));
    const families = {
      table: parentTable,
      branch: parentTable.branchId,
      asked: filters.branchId,
    };
    return sendExport(
      services,
      parentExport,
      { format, language, sort, where, filters, families },
      request,
      reply,
    );
  });
}

function teachersAsFile(api: Api, services: Services): void {
  const schema = { querystring: exportQuery(teachersQuery) };
  api.get('/teachers/export', { config: { action: 'teachers:read' }, schema }, (request, reply) => {
    const { format, language, sort = 'teacherCode', search, archived } = request.query;
    const scope = ownBranchOnly(currentUser(request), ({ branchId }) =>
      arrayContains(teacherTable.branchIds, [branchId]),
    );
    const where = and(
      scope,
      matches(teacherTable.search, search),
      eq(teacherTable.archived, archived === 'true'),
    );
    return sendExport(
      services,
      teacherExport,
      { format, language, sort, where, filters: { search, archived } },
      request,
      reply,
    );
  });
}

function productsAsFile(api: Api, services: Services): void {
  const schema = { querystring: exportQuery(productsQuery) };
  api.get('/products/export', { config: { action: 'products:read' }, schema }, (request, reply) => {
    const { format, language, sort = 'sku', search, categoryId, active } = request.query;
    const where = and(matches(productTable.search, search), productFilter(request.query));
    const filters = { search, categoryId, active };
    return sendExport(
      services,
      (db) => productExport(db, currentUser(request)),
      { format, language, sort, where, filters },
      request,
      reply,
    );
  });
}

function paymentsAsFile(api: Api, services: Services): void {
  const schema = {
    querystring: z.extend(paymentFilters, {
      format: z._default(z.enum(exportFormats), 'xlsx'),
      language: z._default(z.enum(languages), 'en'),
      sort: z.optional(z.string().check(z.maxLength(0))),
    }),
  };
  api.get(
    '/payments/export',
    { config: { action: 'payments:read' }, schema },
    async (request, reply) => {
      const { format, language } = request.query;
      const user = currentUser(request);
      return sendExport(
        services,
        (db) => paymentExport(db, user),
        {
          format,
          language,
          sort: 'at',
          where: await paymentFilter(services.db, user, request.query),
          filters: filtersOf(request.query),
        },
        request,
        reply,
      );
    },
  );
}

/** GET `/{list}/export`: a whole list as a file. */
export function exportRoutes(api: Api, services: Services): void {
  studentsAsFile(api, services);
  parentsAsFile(api, services);
  teachersAsFile(api, services);
  productsAsFile(api, services);
  paymentsAsFile(api, services);
}
