// odds/interpret.h
//
// The bodies of odds/interpreter.h, for the files that compile it for one kind of mass.
#pragma once

#include "odds/interpret_answer.h"
#include "odds/interpret_counted.h"
#include "odds/interpret_exchange.h"
#include "odds/interpret_limits.h"
#include "odds/interpret_loops.h"
#include "odds/interpret_passes.h"
#include "odds/interpret_retry.h"
#include "odds/interpret_segments.h"
#include "odds/interpret_series.h"
#include "odds/interpret_settings.h"
#include "odds/interpret_statements.h"
#include "odds/interpret_states.h"
#include "odds/interpret_summaries.h"
#include "odds/interpret_things.h"
#include "odds/interpret_thinned.h"
#include "odds/interpret_world.h"
