import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiListResponse, type ListAnswer, Lists } from '../../../platform/http/lists/list-answer.js';
import { ApiResource } from '../../../platform/http/response/problem.response.js';
import { Requires } from '../../auth/http/access.js';
import { AuditTrail } from '../audit-trail.js';
import { AuditRecordResponse, ListAuditDto, presentRecord } from './audit.dto.js';

/** Decisions, chapter "Faults, history: details". */
@ApiResource('Audit')
@Controller('api/1.3/audit')
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @Requires('audit.read')
  @ApiOperation({
    operationId: 'listAuditRecords',
    summary: 'List the writes of the service, newest first',
    description:
      'Every write that is committed, of requests, commands and jobs: who, when, by which route, and of what. Nothing of its content. Records are kept for `audit.keptDays`, and nobody can change them.',
  })
  @ApiListResponse(AuditRecordResponse)
  async list(@Query() query: ListAuditDto, @Lists() answer: ListAnswer): Promise<AuditRecordResponse[]> {
    const records = await answer.page(query, this.trail.list(query.toFilter()));
    return records.map(presentRecord);
  }
}
