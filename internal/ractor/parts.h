/*
 * ractor/parts.h - between ractor.c and the files of ractor/.
 */
#ifndef FACET_INTERNAL_RACTOR_PARTS_H
#define FACET_INTERNAL_RACTOR_PARTS_H

#include "internal/ractor.h"

extern VALUE ractor_eError, ractor_eClosedError, ractor_eMovedError;

/* ractor.c */
bool ractor_p(VALUE v);
struct ractor *ractor_ptr(VALUE v);
/* Sleeps until ready(arg).  calls, raises. */
void ractor_wait(bool (*ready)(void *), void *arg);
void ractor_wake(struct ractor *r);
VALUE ractor_take_value(struct ractor *r, VALUE self); /* of one that has ended; raises RemoteError, Error */

/* ractor/share.c */
bool ractor_shareable_p(VALUE v);
void ractor_share_init(void);

/* ractor/copy.c */
void ractor_copy_init(void);
VALUE ractor_references(VALUE v);      /* Array of what v refers to */
VALUE ractor_pass(VALUE v, bool move); /* the object for the receiver */

/* ractor/port.c */
VALUE ractor_port_new(struct ractor *r);
void ractor_port_init(void);
VALUE ractor_port_receive(VALUE port);
void ractor_port_push(VALUE port, VALUE message); /* nothing if it is closed */
VALUE ractor_port_send(int argc, VALUE *argv, VALUE port);
VALUE ractor_port_close(VALUE port);
bool ractor_port_closed_p(VALUE port);
bool ractor_port_p(VALUE v);

/* ractor/isolate.c */
void ractor_isolate_init(void);

#endif
